// Exports: {".":"./src/index.ts","./effect":"./src/effect/index.ts","./node":"./src/node.ts","./react":"./src/react/index.ts","./react-query":"./src/react-query/index.ts","./starter":"./src/starter/index.ts","./video":"./src/video/index.ts","./vite":"./src/vite.ts"}

// Account.d.ts

import type { CallOptions } from "./Http.ts";
import type { Request } from "./Request.ts";
import type { Session, SessionEngine } from "./session/Session.ts";
import type { SignedIn } from "./SignedIn.ts";
import type { TwoFactorSetupResponse } from "./types.gen.ts";
/** What a signed-in app user changes about their own account. */
export declare class Account {
    #private;
    constructor(request: Request, engine: SessionEngine);
    /**
     * Sets a password of 12 to 256 characters. Ends the person's other sessions; this one goes on with fresh tokens. Fails
     * with `invalid_credentials` where the current one is wrong.
     */
    changePassword({ currentPassword, newPassword }: {
        readonly currentPassword: string;
        readonly newPassword: string;
    }, options?: CallOptions): Promise<Session>;
    /** A new secret, as text and as the address for a QR code. An authenticator that stands stays until `confirmTwoFactor`. */
    setUpTwoFactor(options?: CallOptions): Promise<TwoFactorSetupResponse>;
    /**
     * Proves that the authenticator holds the secret, with the six digits it shows. Ends the other sessions; answers the ten
     * recovery codes this once. Fails with `invalid_code`.
     */
    confirmTwoFactor({ code }: {
        readonly code: string;
    }, options?: CallOptions): Promise<SignedIn>;
    /**
     * Takes the authenticator off, with the six digits it shows. Fails with `invalid_code`, and with `target_state_conflict`
     * where the app requires one.
     */
    removeTwoFactor({ code }: {
        readonly code: string;
    }, options?: CallOptions): Promise<void>;
}

// Auth.d.ts

import { Account } from "./Account.ts";
import type { CallOptions } from "./Http.ts";
import type { PortalOptions } from "./PortalSignIn.ts";
import type { ProviderOptions } from "./ProviderSignIn.ts";
import type { RedirectContext } from "./RedirectContext.ts";
import type { Request } from "./Request.ts";
import type { Session, SessionEngine, SessionListener } from "./session/Session.ts";
import type { SignedIn } from "./SignedIn.ts";
import type { ClientProviderListResponse, SessionTokens, TwoFactorSetupResponse } from "./types.gen.ts";
/** The person has an authenticator: ask for its code, or for a recovery code. */
export interface TwoFactor {
    readonly status: "two_factor";
    /** As in `SignedIn`. */
    readonly passwordResetNeeded: boolean;
    /** Fails with `invalid_code`, and with `token_spent` once the challenge is dead. */
    readonly verify: (proof: {
        readonly code: string;
    } | {
        readonly recoveryCode: string;
    }, options?: CallOptions) => Promise<SignedIn>;
}
/** The app requires an authenticator and the person has none yet. */
export interface TwoFactorSetup {
    readonly status: "two_factor_setup";
    /** As in `SignedIn`. */
    readonly passwordResetNeeded: boolean;
    /** A new secret, as text and as the address for a QR code. */
    readonly setup: (options?: CallOptions) => Promise<TwoFactorSetupResponse>;
    /**
     * Proves that the authenticator holds the secret, and completes the sign-in. After a `network_error` call it again:
     * recovery codes that came are not lost.
     */
    readonly confirm: (proof: {
        readonly code: string;
    }, options?: CallOptions) => Promise<SignedIn>;
}
/** Where a sign-in stands: `status` tells which. */
export type SignInStep = SignedIn | TwoFactor | TwoFactorSetup;
/** What an own account begins with. A password, of 12 to 256 characters, exactly where the app's password method is on. */
export interface NewAccount {
    readonly password?: string;
    readonly displayName?: string | null;
}
/** Signing in and out. A client with a server key has no use for it. */
export declare class Auth {
    #private;
    /** The signed-in app user's password and second factor. */
    readonly account: Account;
    constructor(request: Request, engine: SessionEngine, app: string | undefined, redirects: RedirectContext);
    /**
     * Signs an app user in. Answers the session, or the step that is still missing. Fails with `invalid_credentials`, whatever
     * was wrong, and with `method_not_allowed` where the app takes no passwords.
     */
    signInWithPassword(credentials: {
        readonly email: string;
        readonly password: string;
    }, options?: CallOptions): Promise<SignInStep>;
    /** How the app's users may sign in. */
    signInMethods(options?: CallOptions): Promise<ClientProviderListResponse>;
    /** Asks for a six-digit code by mail. The answer is the same for every address. */
    requestSignInCode({ email }: {
        readonly email: string;
    }, options?: CallOptions): Promise<void>;
    /**
     * Signs in with the mailed code of six digits. `invalid_code` says how many tries are left; `token_spent` asks for a new
     * code.
     */
    signInWithCode({ code, email }: {
        readonly email: string;
        readonly code: string;
    }, options?: CallOptions): Promise<SignInStep>;
    /** Asks for an account. The answer is the same for every address; the mail that follows has a link. */
    register({ email, ...account }: {
        readonly email: string;
    } & NewAccount, options?: CallOptions): Promise<void>;
    /** Asks for a fresh link, for an account whose address is not proven yet. */
    resendVerification({ email }: {
        readonly email: string;
    }, options?: CallOptions): Promise<void>;
    /** Proves the address with the token of the mailed link, and signs in. Fails with `token_spent` when it is used or old. */
    verifyEmail({ token }: {
        readonly token: string;
    }, options?: CallOptions): Promise<SignInStep>;
    /** Asks for a link to set a new password. The answer is the same for every address. */
    requestPasswordReset({ email }: {
        readonly email: string;
    }, options?: CallOptions): Promise<void>;
    /**
     * Sets a new password, of 12 to 256 characters, with the token of the mailed link; ends every session of the person and
     * signs in. Fails with `token_spent` when the link is used or old.
     */
    resetPassword({ newPassword, token }: {
        readonly token: string;
        readonly newPassword: string;
    }, options?: CallOptions): Promise<SignInStep>;
    /** Takes the place that an invitation keeps, and signs in. Fails with `token_spent` when the link is used or old. */
    acceptInvitation({ token, ...account }: {
        readonly token: string;
    } & NewAccount, options?: CallOptions): Promise<SignInStep>;
    /** Where to send a developer's browser to sign in; it comes back to `redirectUri`. Needs a `storage` that survives that. */
    portalUrl(options: PortalOptions): Promise<string>;
    /**
     * Ends a developer's sign-in, with the address that the browser came back to. Fails with `sign_in_interrupted` where that
     * does not answer what this storage asked.
     */
    completePortalSignIn(callbackUrl: string, options?: CallOptions): Promise<Session>;
    /**
     * Where to send the browser of somebody who signs in with an identity provider of the app; it comes back to
     * `redirectUri`. Needs a `storage` that survives that.
     */
    providerUrl(options: ProviderOptions): Promise<string>;
    /**
     * Ends a sign-in with an identity provider, with the address that the browser came back to. Fails with
     * `sign_in_refused`, whose details say why, and with `sign_in_interrupted` where it does not answer what this storage asked.
     */
    completeProviderSignIn(callbackUrl: string, options?: CallOptions): Promise<SignedIn>;
    /** Takes up tokens that the service issued by another way. */
    useTokens(tokens: SessionTokens): Promise<Session>;
    /** Who is signed in, or null. */
    session(): Promise<Session | null>;
    /** Calls back on sign-in, refresh and sign-out, those of other tabs included. Answers how to stop. */
    onChange(listener: SessionListener): () => void;
    /** Ends the session here even where the service cannot be reached; then its tokens run out by themselves. */
    signOut(): Promise<void>;
}

// Camera.d.ts

import type { CallOptions } from "./Http.ts";
import type { ServiceClock } from "./realtime/ServiceClock.ts";
import type { RobotContext } from "./RobotContext.ts";
import type { LiveSessionResponse, SnapshotMeta } from "./types.gen.ts";
/** One camera of a robot: its newest still, whether or not the robot is online. */
export declare class Camera {
    #private;
    readonly slug: string;
    constructor(context: RobotContext, slug: string);
    /** The newest still, as JPEG, PNG or WebP bytes. Fails `no_snapshot_yet` where there is none. */
    snapshot(options?: CallOptions): Promise<Uint8Array>;
    /** Size, type and age of the newest still; nulls where there is none. */
    snapshotMeta(options?: CallOptions): Promise<SnapshotMeta>;
    /** Starts a live session: where to join its stream, and with what token. `@fleet/sdk/video` shows it on a canvas. */
    startLive(options?: CallOptions): Promise<LiveSessionResponse>;
    /** Ends a live session; all of the caller's on this camera where none is named. */
    endLive(sessionId?: string, options?: CallOptions): Promise<void>;
    /** As `fleet.clock`. */
    get clock(): ServiceClock;
}

// Commands.d.ts

import type { CallOptions } from "./Http.ts";
import { JobHandle } from "./JobHandle.ts";
import type { Subscription } from "./realtime/Subscription.ts";
import { type RobotContext } from "./RobotContext.ts";
import type { Job } from "./types.gen.ts";
import type { CommandOptions, JobUpdate, Params } from "./Values.ts";
/** A thing a robot does that takes a while. */
export declare class Action {
    #private;
    readonly slug: string;
    constructor(robot: RobotContext, slug: string);
    /** Starts it. Answers as soon as the command was sent to the robot; fails with `busy` while a job runs. */
    start(params?: Params, options?: CommandOptions): Promise<JobHandle>;
    /** The newest job, no matter who started it, then each change of it, and the jobs after it. */
    subscribe(options?: {
        readonly signal?: AbortSignal;
    }): Subscription<JobUpdate>;
    /** Follows a job that runs already, no matter who started it; null where there was never one. */
    current(options?: CallOptions): Promise<JobHandle | null>;
    /** Cancels whatever runs on the slug. Answers the job the cancel went to, or null where nothing ran. */
    cancel(options?: CallOptions): Promise<Job | null>;
}
/** A question a robot answers. */
export declare class Service<Result> {
    #private;
    readonly slug: string;
    constructor(robot: RobotContext, slug: string);
    /** Calls it and waits for its answer, at most `patienceMs` (15000 by default). */
    call(params?: Params, options?: CommandOptions): Promise<Result>;
    /** The newest call, no matter who made it, as a job: when it began, its state, then its result or error, and the calls after it. */
    subscribe(options?: {
        readonly signal?: AbortSignal;
    }): Subscription<JobUpdate>;
}
/** A topic of a robot that messages can be sent to. */
export declare class Publisher {
    #private;
    readonly slug: string;
    constructor(robot: RobotContext, slug: string);
    /** Sends one message, over the socket unless `via` says `rest`. Fails with `publisher_busy` while another holds it. */
    publish(message?: Params, options?: Omit<CommandOptions, "patienceMs">): Promise<void>;
    /**
     * Ends the caller's hold, and has the robot sent the failsafe message now rather than after its timeout. Over the socket
     * unless `via` says `rest`, and so after what was published before. Nothing happens where the caller holds nothing.
     */
    release({ via, ...options }?: Omit<CommandOptions, "patienceMs">): Promise<void>;
}

// Datapoint.d.ts

import type { CallOptions, RouteInput } from "./Http.ts";
import type { Subscription } from "./realtime/Subscription.ts";
import { type RobotContext } from "./RobotContext.ts";
import type { Point, Sample } from "./Values.ts";
type HistoryQuery = NonNullable<RouteInput<"datapoints.history">["query"]>;
/** What part of a history to read. Strings as the service takes them: ISO 8601, `now`, `now-15m`. */
export interface HistoryRange extends Pick<HistoryQuery, "window" | "agg" | "field" | "tz"> {
    readonly from?: Date | string;
    readonly to?: Date | string;
    readonly limit?: number;
}
/** One value a robot keeps reporting. */
export declare class Datapoint<Value> {
    #private;
    readonly slug: string;
    constructor(robot: RobotContext, slug: string);
    /** The newest sample; fails with `no_data` before the first one. */
    get(options?: CallOptions): Promise<Sample<Value>>;
    /** The newest sample, then each as it comes. */
    subscribe({ signal }?: {
        readonly signal?: AbortSignal;
    }): Subscription<Sample<Value>>;
    /** Recorded values of the half-open range `from` to `to`, the last hour by default: samples, or with `window` and `agg` one point for each window. Windows of `1d` begin at the midnights of `tz`, an IANA zone. */
    history({ from, to, window, agg, field, tz, limit, ...options }?: HistoryRange & CallOptions): Promise<{
        readonly points: ReadonlyArray<Point<Value>>;
        /** There is more from the last point on. */
        readonly truncated: boolean;
    }>;
}
export {};

// FleetError.d.ts

import type { FrameDetails, RefusalDetails } from "./errors.gen.ts";
import type { ProviderError } from "./ProviderError.ts";
/** Failures the SDK itself reports: nothing was answered, so `status` is 0. */
export interface LocalDetails {
    /** The request did not reach the service, or its answer did not come back. */
    readonly network_error: undefined;
    /** No answer within `timeoutMs`. */
    readonly timeout: undefined;
    /** The socket closed before the answer came; the command may or may not have been carried out. */
    readonly connection_lost: undefined;
    /** Nobody is signed in. */
    readonly signed_out: undefined;
    /** An answer that is not the service's, from a proxy for instance. */
    readonly invalid_answer: undefined;
    /** The way back from the portal does not fit the way there: begin the sign-in again. */
    readonly sign_in_interrupted: undefined;
    /** A sign-in with an identity provider failed; `error` says why. */
    readonly sign_in_refused: {
        readonly error: ProviderError | (string & {});
    };
    /** The client was closed. */
    readonly closed: undefined;
}
/** What each code carries. */
export interface ErrorDetails extends RefusalDetails, FrameDetails, LocalDetails {
}
/** Every code the SDK knows. A robot may answer codes of its own. */
export type ErrorCode = keyof ErrorDetails;
/** What `details` is for a code; unknown for one that the SDK does not know. */
export type DetailsOf<Code> = Code extends ErrorCode ? ErrorDetails[Code] : unknown;
declare const brand: unique symbol;
/** Why a call failed: `code` says it, `details` fits the code. Thrown by everything in this package. */
export declare class FleetError<Code extends string = string> extends Error {
    readonly name = "FleetError";
    readonly [brand] = true;
    readonly code: Code;
    /** The HTTP status, or 0 where no HTTP answer came. */
    readonly status: number;
    readonly details: DetailsOf<Code>;
    /** Names the request in the service's logs. */
    readonly requestId: string | undefined;
    /** Where the service explains the code; undefined for what the SDK itself reports. */
    readonly docsUrl: string | undefined;
    constructor(code: Code, message: string, rest?: {
        status?: number;
        details?: unknown;
        requestId?: string | undefined;
        cause?: unknown;
        /** The service that refused. */
        baseUrl?: string;
    });
    /** Narrows to one code, and `details` with it. */
    is<Asked extends ErrorCode>(code: Asked): this is FleetError<Asked>;
    /** Whether a thrown value is a FleetError, of any copy of this package. */
    static is(value: unknown): value is FleetError;
}
export {};

// Http.d.ts

import { type Observers } from "./Reports.ts";
import { type Routes } from "./routes.gen.ts";
/** Names a route of the contract: its group and its name there, as `robots.get`. */
export type RouteId = keyof Routes;
/** How one call is made. */
export interface CallOptions {
    readonly signal?: AbortSignal | undefined;
    /** How long one attempt may take, in milliseconds. Default 30000. */
    readonly timeoutMs?: number;
    /** How often a read is tried again after a network error or 502, 503, 504. Default 2. */
    readonly retries?: number;
    /**
     * Whether a `rate_limited` answer is waited out, for exactly as long as it says, up to a minute. By default calls of
     * a signed-in person wait and steps of a sign-in report it. Commands never wait.
     */
    readonly waitWhenLimited?: boolean;
    /** Receives the headers of the answer, such as the `ETag` of a draft for `If-Match`. */
    readonly onHeaders?: (headers: Headers) => void;
}
type Part<Route, Key extends string> = Key extends keyof Route ? Pick<Route, Key & keyof Route> : unknown;
/** What a route takes: `params`, `query` and `body`, each where the route has it, and how the call is made. */
export type RouteInput<Id extends RouteId> = CallOptions & Part<Routes[Id], "params"> & Part<Routes[Id], "query"> & Part<Routes[Id], "body"> & Part<Routes[Id], "headers">;
/** What a route answers when it is not refused. */
export type RouteAnswer<Id extends RouteId> = Routes[Id]["answer"];
/** Names a route that answers a list page by page: one that answers `next_cursor`, and takes it back for the next page. */
export type PagedRouteId = {
    [Id in RouteId]: Routes[Id]["answer"] extends {
        readonly next_cursor: Cursor | null;
    } ? Id : never;
}[RouteId];
/** Where the next page of a list begins: the number of a row, or a text that means something to the service alone. */
export type Cursor = number | string;
/** What asks for the page at a cursor, beside the rest of the query. */
export declare const cursorQuery: (cursor: Cursor) => Readonly<Record<string, Cursor>>;
/** Where a request goes and what it carries, as plain data. */
export interface Target extends CallOptions {
    readonly params?: {
        readonly [name: string]: string | number;
    };
    readonly query?: {
        readonly [name: string]: string | number | undefined;
    };
    readonly headers?: {
        readonly [name: string]: string | undefined;
    };
    readonly body?: unknown;
    /** Goes on when the page goes away. */
    readonly keepalive?: boolean;
    /** Answers the body as a stream. */
    readonly isStream?: boolean;
}
/** Where bearers come from. */
export interface Bearer {
    readonly get: () => Promise<string>;
    /** Another bearer in place of one that the service no longer takes; absent where none can be had. */
    readonly replace?: (refused: string) => Promise<string>;
}
/** Speaks HTTP with the service: credentials, refusals, time limits and the few retries that are safe. */
export declare class Http {
    #private;
    constructor(options: {
        baseUrl: string;
        fetch: typeof fetch;
        bearer: Bearer;
        onRequest: Observers["onRequest"];
    });
    /** Calls a route by its id. */
    call(id: RouteId, target?: Target): Promise<unknown>;
}
export {};

// JobHandle.d.ts

import type { CallOptions } from "./Http.ts";
import type { RobotContext } from "./RobotContext.ts";
import type { Job } from "./types.gen.ts";
import type { JobUpdate } from "./Values.ts";
/** One job: watch it with `updates()`, wait for its end with `result()`, stop it with `cancel()`. */
export declare class JobHandle {
    #private;
    /** What is known of it now. */
    job: Job;
    constructor(robot: RobotContext, job: Job);
    get id(): string;
    /** Each change, up to the final one. Leaving the loop stops nothing at the robot. */
    updates({ signal }?: {
        readonly signal?: AbortSignal;
    }): AsyncGenerator<JobUpdate, void, undefined>;
    /** The job at its end, whichever that is: look at `state`. */
    result(options?: {
        readonly signal?: AbortSignal;
    }): Promise<Job>;
    /** Asks the robot to stop it. Answers the job as it then is; its end comes with the updates. */
    cancel(options?: CallOptions): Promise<Job>;
}

// McpConsents.d.ts

import type { CallOptions } from "./Http.ts";
import type { Request } from "./Request.ts";
import type { ClientMcpInteraction, McpGrantListResponse } from "./types.gen.ts";
/** What a person lets a program do over MCP. */
export type McpGrant = McpGrantListResponse["grants"][number];
/** What people let programs do for them over MCP. */
export interface McpConsents {
    /**
     * A program that asks an app user, for an app's own page: `mcp_login_url` leads there with its id. Nobody has verified its
     * name: show `redirect_host` beside it. It is read before a sign-in, too. Fails with `interaction_expired`.
     */
    readonly interaction: (id: string, options?: CallOptions) => Promise<ClientMcpInteraction>;
    /** Lets it act for the app user. Answers the address to send the browser to. Fails with `interaction_expired`. */
    readonly approve: (id: string, options?: CallOptions) => Promise<string>;
    /** Refuses it. Answers the address to send the browser to. Fails with `interaction_expired`. */
    readonly deny: (id: string, options?: CallOptions) => Promise<string>;
    /** What the caller lets programs do, newest first: an app user in the app, a developer at the central endpoint. */
    readonly grants: (options?: CallOptions) => Promise<ReadonlyArray<McpGrant>>;
    /** Withdraws what the caller let a program do. It is refused from its next call on. */
    readonly withdraw: (clientId: string, options?: CallOptions) => Promise<void>;
}
/** `bearer` is that of who is signed in, if anybody is. */
export declare const mcpConsents: (request: Request, isApp: boolean, bearer: () => Promise<string | undefined>) => McpConsents;

// Model.d.ts

import type { CallOptions } from "./Http.ts";
import { type RobotContext } from "./RobotContext.ts";
import type { Subscription } from "./realtime/Subscription.ts";
import { type RobotJoint } from "./urdf.ts";
import type { Sample } from "./Values.ts";
/** Positions by the name of their joint: radians, or metres where the joint slides. */
export type JointPositions = Readonly<Record<string, number>>;
/** A robot's model, for a loader of URDFs. Its addresses need no credential, and end at `expiresAt`. */
export interface RobotModel {
    /** The URDF as the robot has it. */
    readonly urdf: string;
    /** The address of the URDF with an address in place of each filename. */
    readonly url: string;
    /** The address of a file that the URDF or one of its files names; what is not known stays as it is. */
    readonly resolveUrl: (url: string) => string;
    /** What the URDF names and has not been uploaded, or not yet. */
    readonly missing: ReadonlyArray<string>;
    /** The joints that move, in the order of the URDF. */
    readonly joints: ReadonlyArray<RobotJoint>;
    /** The datapoint with the positions of the joints. */
    readonly jointStateSlug: string | null;
    /** The newest positions of that datapoint, then each as it comes; null without one. What is no number is left out. */
    readonly jointPositions: (options?: {
        readonly signal?: AbortSignal;
    }) => Subscription<Sample<JointPositions>> | null;
    readonly expiresAt: Date;
}
export declare const loadModel: (context: RobotContext, options: CallOptions) => Promise<RobotModel | null>;

// PortalSignIn.d.ts

import type { CallOptions } from "./Http.ts";
import type { RedirectContext } from "./RedirectContext.ts";
import type { SessionTokens } from "./types.gen.ts";
/** Where a developer signs in, and where the browser comes back to. */
export interface PortalOptions {
    /** One of the addresses that the service knows the console by, to the letter. */
    readonly redirectUri: string;
    /** The portal's origin, where it is not the service's own. */
    readonly portalUrl?: string;
    /** Found an organisation instead of signing in. */
    readonly signUp?: boolean;
    /** The language of the portal's pages, `en` or `de`; the browser's by default. */
    readonly locale?: string;
}
/** The console's sign-in: the portal's page and back, with PKCE. */
export declare class PortalSignIn {
    #private;
    constructor(options: RedirectContext);
    /** The address to send the browser to. What is needed on the way back is kept in the client's storage. */
    url({ locale, portalUrl, redirectUri, signUp }: PortalOptions): Promise<string>;
    /** Takes what the portal added to the redirect address. Good once. */
    complete(callbackUrl: string, options?: CallOptions): Promise<SessionTokens>;
}

// ProviderError.d.ts

/** Why a sign-in with a provider failed. The service may learn others. */
export type ProviderError = "no_access" | "email_taken" | "email_unverified" | "domain_not_allowed" | "registration_closed" | "quota_exceeded" | "plan_limit" | "claims_incomplete" | "idp_unavailable" | "exchange_failed" | "provider_misconfigured" | "provider_disabled" | "invalid_request";

// ProviderSignIn.d.ts

import type { CallOptions, RouteAnswer } from "./Http.ts";
import type { RedirectContext } from "./RedirectContext.ts";
/** Which identity provider, and where the browser comes back to. */
export interface ProviderOptions {
    /** The provider's slug, as `signInMethods` lists it. */
    readonly provider: string;
    /** A page of one of the app's allowed origins. */
    readonly redirectUri: string;
}
/** An app user's sign-in with an identity provider: there and back, with PKCE. */
export declare class ProviderSignIn {
    #private;
    constructor(options: RedirectContext);
    /** The address to send the browser to. What is needed on the way back is kept in the client's storage. */
    url(app: string, { provider, redirectUri }: ProviderOptions): Promise<string>;
    /** Takes what was added to the redirect address. Good once. */
    complete(callbackUrl: string, options?: CallOptions): Promise<RouteAnswer<"clientOidc.exchange">>;
}

// Recordings.d.ts

import type { CallOptions } from "./Http.ts";
import type { RobotContext } from "./RobotContext.ts";
import type { AssetLink, Recording, RecordingList } from "./types.gen.ts";
/** What a robot's recorder has kept: MCAP files of its last seconds. Reading takes the capability `assets`. */
export declare class Recordings {
    #private;
    constructor(context: RobotContext);
    /** The newest 200, newest first, and whether the robot has a recorder. */
    list(options?: CallOptions): Promise<RecordingList>;
    get(recordingId: string, options?: CallOptions): Promise<Recording>;
    /** Cuts one around this moment; for developers. It is `stored` once the robot has uploaded it. */
    cut(options?: CallOptions): Promise<Recording>;
    /** Where a stored one can be downloaded, for 15 minutes and without a credential. */
    link(recordingId: string, options?: CallOptions): Promise<AssetLink>;
    /** With its file, or takes back one that is under way; for developers. */
    delete(recordingId: string, options?: CallOptions): Promise<void>;
}

// RedirectContext.d.ts

import type { Request } from "./Request.ts";
import type { SessionStorage } from "./session/Storage.ts";
/** What a sign-in needs that sends the browser away: it keeps there what it compares on the way back. */
export interface RedirectContext {
    readonly request: Request;
    readonly baseUrl: string;
    readonly storage: SessionStorage;
    /** Where the session is kept in the storage. */
    readonly key: string;
}

// Reports.d.ts

import type { Routes } from "./routes.gen.ts";
import type { RealtimeClientMessage, RealtimeServerMessage } from "./types.gen.ts";
/** One attempt of a call. It holds no credential. */
export interface RequestReport {
    readonly route: keyof Routes;
    readonly method: string;
    /**
     * Where it went, below the service's address, with its query. Of a route that takes no credential it is the path as the
     * contract writes it, since what stands there may be one.
     */
    readonly path: string;
    /** What was sent to a route of robots, where it was JSON. Undefined of all others, which passwords and keys go to. */
    readonly body: unknown;
    readonly startedAt: Date;
    readonly durationMs: number;
    /** 0 where no answer came. */
    readonly status: number;
    /** Why it failed; null where it did not. */
    readonly code: string | null;
    /** Of the answer's body, after decompression; null where it is handed on as a stream, or none came. */
    readonly bytes: number | null;
    /** Names the request in the service's logs; null where no answer came. */
    readonly requestId: string | null;
}
/** A frame of the socket. It holds no credential. */
export interface FrameReport {
    readonly direction: "sent" | "received";
    readonly bytes: number;
    /** As it travelled; of an `auth` only its type. */
    readonly frame: RealtimeServerMessage | Exclude<RealtimeClientMessage, {
        readonly type: "auth";
    }> | {
        readonly type: "auth";
    };
}
/** Listens to what a client sends and receives. */
export interface Observers {
    /** Hears of each attempt of a call, once it is over. */
    readonly onRequest?: ((report: RequestReport) => void) | undefined;
    /** Hears of each frame of the socket, received ones before anybody else does. */
    readonly onFrame?: ((report: FrameReport) => void) | undefined;
}
/** Begins the report of an attempt. Answers how to end it. */
export declare const beginReport: (onRequest: (report: RequestReport) => void, what: Pick<RequestReport, "route" | "method" | "path" | "body">) => (response: Response | undefined, bytes: number | null, code: string | null) => void;
/** Reports a frame. */
export declare const reportFrame: (onFrame: (report: FrameReport) => void, direction: FrameReport["direction"], text: string, frame: RealtimeClientMessage | RealtimeServerMessage) => void;

// Request.d.ts

import type { Http, RouteAnswer, RouteId, RouteInput } from "./Http.ts";
type Keys<Input> = {
    [Key in keyof Input]-?: object extends Pick<Input, Key> ? never : Key;
}[keyof Input];
/** Calls any route by its id, with the input and the answer the contract gives it. */
export type Request = <Id extends RouteId>(id: Id, ...input: Keys<RouteInput<Id>> extends never ? [input?: RouteInput<Id>] : [input: RouteInput<Id>]) => Promise<RouteAnswer<Id>>;
/** The service is trusted to answer what the contract says: answers are not decoded again. */
export declare const makeRequest: (http: Http) => Request;
export {};

// Robot.d.ts

import { Action, Publisher, Service } from "./Commands.ts";
import { Camera } from "./Camera.ts";
import { Datapoint } from "./Datapoint.ts";
import type { CallOptions, RouteInput } from "./Http.ts";
import type { Subscription } from "./realtime/Subscription.ts";
import type { RobotModel } from "./Model.ts";
import { Recordings } from "./Recordings.ts";
import { type RobotContext } from "./RobotContext.ts";
import type { Alert, AlertHistoryPage, AlertPreview, AssetList, CameraDescriptor, DatapointListItem, Job, JobRunPage, McpRobotDatasheet, StopResponse } from "./types.gen.ts";
import type { CommandOptions, Viewer } from "./Values.ts";
/** Whom a stop concerns, and how it is sent. */
export interface StopOptions extends Pick<CommandOptions, "signal" | "timeoutMs" | "via"> {
    /** Not only what the caller began. False by default. */
    readonly all?: boolean;
}
/** One robot, as far as the caller reaches it. Nothing is asked before one of its methods is. */
export declare class Robot {
    #private;
    readonly id: string;
    constructor(context: RobotContext);
    datapoint<Value = unknown>(slug: string): Datapoint<Value>;
    action(slug: string): Action;
    service<Result = unknown>(slug: string): Service<Result>;
    publisher(slug: string): Publisher;
    camera(slug: string): Camera;
    /** The granted cameras. */
    cameras(options?: CallOptions): Promise<ReadonlyArray<CameraDescriptor>>;
    /** Who looks at the robot. */
    presence({ signal }?: {
        readonly signal?: AbortSignal;
    }): Subscription<ReadonlyArray<Viewer>>;
    /** The granted datapoints. */
    datapoints(options?: CallOptions): Promise<ReadonlyArray<DatapointListItem>>;
    /** Everything granted, described. */
    datasheet(options?: CallOptions): Promise<McpRobotDatasheet>;
    /** The files of the robot, and what its URDF lacks; with the capability `assets`. */
    assets(options?: CallOptions): Promise<AssetList>;
    /** What a loader of URDFs needs; null without a URDF. With the capability `assets`. */
    model(options?: CallOptions): Promise<RobotModel | null>;
    /** What the robot's recorder has kept. */
    get recordings(): Recordings;
    /** The published alerts and their states; for developers. */
    alerts(options?: CallOptions): Promise<ReadonlyArray<Alert>>;
    /** When alerts fired and resolved, newest first; `next_cursor` goes into `before_seq`. */
    alertHistory({ query, ...options }?: Pick<RouteInput<"alerts.history">, "query"> & CallOptions): Promise<AlertHistoryPage>;
    /** When an alert with this condition would have fired and resolved, by what a datapoint recorded. */
    previewAlert(body: RouteInput<"alerts.preview">["body"], options?: CallOptions): Promise<AlertPreview>;
    /**
     * Stops the robot: cancels the caller's jobs on it, and has it sent the failsafe message of each publisher that the caller
     * holds. With `all` those of everybody, on the slugs that the caller is granted. Over the socket, behind the commands
     * before it, unless `via` says `rest`. Answers what was stopped; fails with `robot_offline` where nothing reaches it.
     */
    stop({ all, via, ...options }?: StopOptions): Promise<StopResponse>;
    /** The most recent job of every granted slug. */
    jobs(options?: CallOptions): Promise<ReadonlyArray<Job>>;
    /** Past runs, newest first; `next_cursor` goes into `before_seq`. */
    jobHistory({ query, ...options }?: Pick<RouteInput<"jobs.history">, "query"> & CallOptions): Promise<JobRunPage>;
}

// RobotContext.d.ts

import type { Topic, ValueFrame } from "./realtime/Channels.ts";
import type { Realtime } from "./realtime/Realtime.ts";
import { Subscription } from "./realtime/Subscription.ts";
import type { Request } from "./Request.ts";
type FrameOf<Type extends ValueFrame["type"]> = Extract<ValueFrame, {
    readonly type: Type;
}>;
/** What every part of a robot needs. */
export interface RobotContext {
    readonly id: string;
    readonly request: Request;
    readonly realtime: Realtime;
}
/** Follows a topic, each frame read as a value. Ends with `signal`. */
export declare const subscription: <Type extends ValueFrame["type"], Value>({ realtime }: RobotContext, topic: Topic, read: (frame: FrameOf<Type>) => Value, signal: AbortSignal | undefined) => Subscription<Value>;
export {};

// SignedIn.d.ts

import type { Session } from "./session/Session.ts";
/** The sign-in is complete. */
export interface SignedIn {
    readonly status: "signed_in";
    readonly session: Session;
    /** Given once, right after an authenticator was set up: show them, they are not stored here. */
    readonly recoveryCodes: ReadonlyArray<string> | undefined;
    /**
     * The account's password opens nothing: it was chosen before the address was proved, and a mailed code proved it. Offer
     * `requestPasswordReset`.
     */
    readonly passwordResetNeeded: boolean;
}

// Timing.d.ts

/** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
export declare const pause: (ms: number, signal?: AbortSignal) => Promise<void>;
/** Full jitter: anything from 0 to a ceiling that doubles with each attempt. */
export declare const backoff: (attempt: number, firstMs: number, longestMs: number) => number;

// TypedRobot.d.ts

import type { Camera } from "./Camera.ts";
import type { Publisher } from "./Commands.ts";
import type { Datapoint } from "./Datapoint.ts";
import type { ErrorCode, FleetError } from "./FleetError.ts";
import type { CallOptions } from "./Http.ts";
import type { Subscription } from "./realtime/Subscription.ts";
import type { Robot } from "./Robot.ts";
import type { Job } from "./types.gen.ts";
import type { CommandOptions, JobUpdate } from "./Values.ts";
/** What `fleet types` writes of a robot: for each slug, the types of what goes to the robot and comes back. */
export interface Exposures {
    /** The value of each. */
    readonly datapoints: object;
    /** `{ params, result, feedback }` of each. */
    readonly actions: object;
    /** `{ params, result }` of each. */
    readonly services: object;
    /** The message of each. */
    readonly publishers: object;
    /** The still and live pictures of each. */
    readonly cameras: object;
}
/** The parameters of a command that has none. */
export interface NoParams {
    readonly [name: string]: never;
}
type Part<Of, Key extends string> = Of extends {
    readonly [Name in Key]: infer Value;
} ? Value : unknown;
/** What a call takes: parameters may be left out where all of them may. */
type Given<Taken, Options> = Taken extends NoParams ? [params?: NoParams, options?: Options] : object extends Taken ? [params?: Taken, options?: Options] : [params: Taken, options?: Options];
/** One refusal for each code: `switch (refusal.code)` narrows `details`. */
export type Refusal<Code extends ErrorCode> = Code extends ErrorCode ? FleetError<Code> : never;
/** Another job runs on the slug. */
export type BusyRefusal = Refusal<"busy"> & {
    readonly details: {
        readonly running: Job;
    };
};
/** Why an action is not started. `unknown_slug` is what a slug answers that was renamed or removed since the types were written. */
export type ActionRefusal = BusyRefusal | Refusal<"unknown_slug" | "parameter_invalid" | "robot_offline" | "bridge_timeout" | "forbidden">;
/** Why a service does not answer. A robot may have codes of its own besides. */
export type ServiceRefusal = ActionRefusal;
/** Why a message is not sent. */
export type PublishRefusal = Refusal<"unknown_slug" | "parameter_invalid" | "robot_offline" | "publisher_busy" | "forbidden">;
/** A job as it ended; `result` is null unless it succeeded. */
export interface TypedJob<Result> extends Omit<Job, "result"> {
    readonly result: Result | null;
}
/** A change of a running job. */
export interface TypedJobUpdate<Result, Feedback> extends Omit<JobUpdate, "result" | "feedback"> {
    readonly result: Result | null;
    readonly feedback: Feedback | null;
}
/** One job: watch it with `updates()`, wait for its end with `result()`, stop it with `cancel()`. */
export interface TypedJobHandle<Result, Feedback> {
    readonly id: string;
    readonly job: TypedJob<Result>;
    updates(options?: {
        readonly signal?: AbortSignal;
    }): AsyncGenerator<TypedJobUpdate<Result, Feedback>, void, undefined>;
    result(options?: {
        readonly signal?: AbortSignal;
    }): Promise<TypedJob<Result>>;
    cancel(options?: CallOptions): Promise<TypedJob<Result>>;
}
/** A thing a robot does that takes a while. */
export interface TypedAction<Of> {
    readonly slug: string;
    /** Starts it. Fails with an `ActionRefusal`. */
    start(...given: Given<Part<Of, "params">, CommandOptions>): Promise<TypedJobHandle<Part<Of, "result">, Part<Of, "feedback">>>;
    /** Follows a job that runs already; null where there was never one. */
    current(options?: CallOptions): Promise<TypedJobHandle<Part<Of, "result">, Part<Of, "feedback">> | null>;
    /** The newest job, then each change of it, and the jobs after it. */
    subscribe(options?: {
        readonly signal?: AbortSignal;
    }): Subscription<TypedJobUpdate<Part<Of, "result">, Part<Of, "feedback">>>;
    /** Cancels whatever runs on the slug. */
    cancel(options?: CallOptions): Promise<TypedJob<Part<Of, "result">> | null>;
}
/** A question a robot answers. */
export interface TypedService<Of> {
    readonly slug: string;
    /** Calls it and waits for its answer. Fails with a `ServiceRefusal`. */
    call(...given: Given<Part<Of, "params">, CommandOptions>): Promise<Part<Of, "result">>;
    /** The newest call as a job, no matter who made it, then each change of it, and the calls after it. */
    subscribe(options?: {
        readonly signal?: AbortSignal;
    }): Subscription<TypedJobUpdate<Part<Of, "result">, null>>;
}
/** A topic of a robot that messages can be sent to. */
export interface TypedPublisher<Message> extends Pick<Publisher, "slug" | "release"> {
    /** Sends one message. Fails with a `PublishRefusal`. */
    publish(...given: Given<Message, Omit<CommandOptions, "patienceMs">>): Promise<void>;
}
/** A robot whose slugs, parameters and values are known to the compiler. */
export interface TypedRobot<Of extends Exposures> extends Omit<Robot, "datapoint" | "action" | "service" | "publisher" | "camera"> {
    datapoint<Slug extends keyof Of["datapoints"] & string>(slug: Slug): Datapoint<Of["datapoints"][Slug]>;
    action<Slug extends keyof Of["actions"] & string>(slug: Slug): TypedAction<Of["actions"][Slug]>;
    service<Slug extends keyof Of["services"] & string>(slug: Slug): TypedService<Of["services"][Slug]>;
    publisher<Slug extends keyof Of["publishers"] & string>(slug: Slug): TypedPublisher<Of["publishers"][Slug]>;
    camera(slug: keyof Of["cameras"] & string): Camera;
}
export {};

// Values.d.ts

import type { CallOptions } from "./Http.ts";
import type { ValueFrame } from "./realtime/Channels.ts";
import type { Job } from "./types.gen.ts";
/** A value and when the robot captured it. */
export interface Sample<Value> {
    readonly value: Value;
    readonly at: Date;
}
/** A recorded value. In a window it is the aggregate of `count` samples, null where there was none. */
export interface Point<Value> {
    readonly value: Value | null;
    readonly at: Date;
    readonly count: number;
}
/** A job, and what it says of itself while it runs. */
export interface JobUpdate extends Job {
    readonly feedback: unknown;
    /** 0 to 1. */
    readonly progress: number | null;
}
/** Somebody who looks at a robot. */
export type Viewer = Extract<ValueFrame, {
    readonly type: "presence";
}>["viewers"][number];
/** The parameters of a command, by name. */
export interface Params {
    readonly [name: string]: unknown;
}
/** How a command is sent. */
export interface CommandOptions extends Omit<CallOptions, "retries" | "waitWhenLimited"> {
    /** How long to wait for the robot, in milliseconds: 1000 to 120000, 15000 by default. */
    readonly patienceMs?: number;
    /** Over a request of its own or over the socket; the meaning is the same. */
    readonly via?: "rest" | "realtime";
    /** Over the socket: fails with `connection_lost` where it could not be sent now, instead of being sent later. */
    readonly atOnce?: boolean;
}

// codegen/Document.d.ts

/** A declared parameter of a command, as the published document has it. */
export interface Parameter {
    readonly type: string;
    readonly default?: boolean | number | string;
    readonly min_value?: number;
    readonly max_value?: number;
    readonly enum?: ReadonlyArray<number | string>;
    readonly regex?: string;
    readonly description?: string;
}
interface Command {
    readonly type: string;
    readonly ros_name: string;
    readonly description?: string;
    readonly parameters?: {
        readonly [name: string]: Parameter;
    };
}
/** The parts of a configuration document that types are made of. */
export interface Document {
    readonly datapoints?: {
        readonly [slug: string]: {
            readonly topic: string;
            readonly type: string;
            readonly field?: string;
            readonly description?: string;
            readonly rate_throttle_hz?: number;
            readonly numeric?: {
                readonly unit?: string;
                readonly decimals?: number;
                readonly scale?: number;
                readonly offset?: number;
            };
        };
    };
    readonly actions?: {
        readonly [slug: string]: Command;
    };
    readonly services?: {
        readonly [slug: string]: Command;
    };
    readonly publishers?: {
        readonly [slug: string]: Omit<Command, "ros_name"> & {
            readonly topic: string;
        };
    };
    readonly cameras?: {
        readonly [slug: string]: {
            readonly width: number;
            readonly height: number;
            readonly fps: number;
            readonly description?: string;
            readonly source: {
                readonly kind: string;
                readonly [key: string]: unknown;
            };
        };
    };
}
/** The sections of a document, in the order of the generated file. */
export declare const sections: readonly ["datapoints", "actions", "services", "publishers", "cameras"];
export type Section = (typeof sections)[number];
/** The ROS types that a document's values are made of, each once, in order. */
export declare const namedTypes: (doc: Document) => ReadonlyArray<string>;
export {};

// codegen/Model.d.ts

import type { TypeDefinition } from "../types.gen.ts";
import { type Document, type Section } from "./Document.ts";
/** One exposure of a robot, as TypeScript and as what it is compared by. */
export interface Entry {
    readonly section: Section;
    readonly slug: string;
    /** Lines of the doc comment. */
    readonly docs: ReadonlyArray<string>;
    /** The type beside the slug. */
    readonly type: string;
    /** What its type amounts to, with every name written out; null where a ROS type is not known. */
    readonly signature: string | null;
    /** What it is at the robot: the same for a slug that was only renamed. */
    readonly source: string;
}
export interface Model {
    readonly entries: ReadonlyArray<Entry>;
    readonly interfaces: ReadonlyArray<string>;
    /** ROS types without a definition; values of them are `unknown`. */
    readonly unknownTypes: ReadonlyArray<string>;
}
/** The first 12 hexadecimal digits of the SHA-256 of a text. */
export declare const fingerprint: (text: string) => string;
/** A text from a document cannot end the comment that it stands in. */
export declare const inComment: (text: string) => string;
/** What a document and the type definitions that are known make of each slug. */
export declare const modelOf: (doc: Document, definitions: ReadonlyArray<TypeDefinition>) => Model;

// codegen/RosTypes.d.ts

import type { TypeDefinition, TypeField } from "../types.gen.ts";
declare const inline: (field: TypeField) => string;
/** A type written out with everything inside it, for comparisons. */
export declare const writtenOut: (fields: ReadonlyArray<TypeField>) => string;
export declare const valueWrittenOut: typeof inline;
/**
 * TypeScript for messages. Each ROS type becomes one interface; a second shape under the same name is written where it
 * is used.
 */
export declare class RosTypes {
    #private;
    constructor(definitions: ReadonlyArray<TypeDefinition>);
    definition(name: string): TypeDefinition | undefined;
    /** The type of a whole message. */
    message(rosType: string, fields: ReadonlyArray<TypeField>): string;
    /** The type of one field. */
    value(field: TypeField): string;
    /** The interfaces that were asked for, by name. */
    interfaces(): ReadonlyArray<string>;
}
/** The field that a path such as `pose.position.x` or `ranges[0]` leads to, undefined where the type has none. */
export declare const fieldAt: (fields: ReadonlyArray<TypeField>, path: string) => TypeField | undefined;
export {};

// codegen/check.d.ts

import { type Section } from "./Document.ts";
import { type Model } from "./Model.ts";
interface Recorded {
    readonly section: Section;
    readonly slug: string;
    readonly type: string;
    readonly source: string;
}
/** What a generated file says that it was made from. */
export interface RecordedFile {
    readonly robotId: string;
    readonly version: number;
    readonly entries: ReadonlyArray<Recorded>;
}
/** Reads the record at the end of a generated file; undefined where there is none. */
export declare const readRecord: (text: string) => RecordedFile | undefined;
/** Whether a file's text may be replaced by generated types: theirs, or none. */
export declare const isReplaceable: (text: string | undefined) => boolean;
/** Something that a file relies on and that is otherwise now. */
export interface Break {
    readonly slug: string;
    readonly kind: "removed" | "renamed" | "changed";
    readonly message: string;
}
/** Where a configuration no longer fits a generated file. What was not known when either was read breaks nothing. */
export declare const breaksOf: (file: RecordedFile, now: Model) => ReadonlyArray<Break>;
/** Slugs that a configuration has and a generated file does not. */
export declare const additionsOf: (file: RecordedFile, now: Model) => ReadonlyArray<string>;
export {};

// codegen/generate.d.ts

import type { Request } from "../Request.ts";
import { type Break } from "./check.ts";
export interface Generated {
    readonly text: string;
    /** ROS types whose values are `unknown`, since neither the service nor the robot could say. */
    readonly unknownTypes: ReadonlyArray<string>;
}
/** The TypeScript of a robot's published configuration. */
export declare const generate: (request: Request, robot: {
    readonly id: string;
    readonly name: string;
}) => Promise<Generated>;
export interface FileCheck {
    readonly breaks: ReadonlyArray<Break & {
        readonly where: string;
    }>;
    /** Published slugs that the file does not have. */
    readonly additions: ReadonlyArray<string>;
    readonly draftSkipped: boolean;
}
/** Holds a generated file against the published version and the draft. `id` is another robot than the file's own. */
export declare const checkFile: (request: Request, name: string, text: string, id?: string) => Promise<FileCheck>;

// codegen/read.d.ts

import type { Request } from "../Request.ts";
import { type Document } from "./Document.ts";
import { type Model } from "./Model.ts";
/** What a configuration document makes of a robot. */
export declare const readModel: (request: Request, id: string, doc: Document) => Promise<Model>;
export interface Published {
    readonly version: number;
    readonly doc: Document;
}
/** The newest published version, null before the first. */
export declare const readPublished: (request: Request, id: string) => Promise<Published | null>;

// codegen/render.d.ts

import { type Entry, type Model } from "./Model.ts";
/** What the file is about. */
export interface Origin {
    readonly robotId: string;
    readonly robotName: string;
    readonly version: number;
}
/** `Rover 12` as `Rover12`; a name of other letters alone, or one that begins with a digit, after `Robot`. */
export declare const typeNameOf: (robotName: string) => string;
/** `-` stands for a type that was not known. */
export declare const recordOf: ({ section, signature, slug, source }: Entry) => string;
/** The TypeScript of a robot. The same document and definitions give the same text. */
export declare const render: ({ robotId, robotName, version }: Origin, model: Model) => string;

// createClient.d.ts

import { Auth } from "./Auth.ts";
import { type CallOptions, Http, type PagedRouteId, type RouteAnswer, type RouteId, type RouteInput } from "./Http.ts";
import { type McpConsents } from "./McpConsents.ts";
import type { Observers } from "./Reports.ts";
import { type Request } from "./Request.ts";
import { Robot } from "./Robot.ts";
import type { WebSocketConstructor } from "./realtime/Connection.ts";
import type { OrgEventGap } from "./realtime/OrgEvents.ts";
import { type HealthChange, Realtime } from "./realtime/Realtime.ts";
import { Subscription } from "./realtime/Subscription.ts";
import type { ServiceClock } from "./realtime/ServiceClock.ts";
import { SessionEngine } from "./session/Session.ts";
import { type SessionStorage } from "./session/Storage.ts";
import { type Exclusive } from "./session/Tabs.ts";
import type { ClientRobotListResponse, OrgAlert, OrgEvent, ResourceHealth, RobotListItem } from "./types.gen.ts";
/** How to reach the service, and as whom. */
export interface ClientOptions extends Observers {
    /** The service's address, as `https://fleet.example.com`; without the `/api` of its routes. */
    readonly baseUrl: string;
    /** The identifier of the app whose users sign in. Left out for developers and server keys. */
    readonly app?: string;
    /** Where the session is kept; in memory by default. A storage is taken to be shared with other tabs. */
    readonly storage?: SessionStorage;
    /** Instead of the platform's own. */
    readonly fetch?: typeof fetch;
    /** Instead of the platform's own, which Node has from 22 on, or that of the package `ws`. Calls over REST need none. */
    readonly WebSocket?: WebSocketConstructor;
    /** A backend's key, instead of a session. It must never reach a browser. */
    readonly serverKey?: string;
    /** Lets a server key into a page all the same, such as one that only its owner opens. */
    readonly dangerouslyAllowBrowser?: boolean;
    /**
     * How often an open socket asks the service whether the link lives, in milliseconds, 1000 at least: a link that is gone
     * without a word is noticed within twice of it, and `realtime.status.roundTripMs` and `clock` are kept right. Without it
     * the service is asked after 30 s of silence, and the link given up 10 s later.
     */
    readonly heartbeatMs?: number;
    /** Runs one task at a time over everything that shares `storage`; Web Locks by default. */
    readonly exclusive?: Exclusive;
}
/** The service, as one caller sees it. */
export interface FleetClient {
    readonly auth: Auth;
    /** The socket behind subscriptions and commands: how it fares. */
    readonly realtime: Pick<Realtime, "state" | "status" | "subscriptions" | "onState" | "onStatus" | "probe">;
    /** The service's clock, learnt from its answers over the socket: ages and "how long ago" are by this one. */
    readonly clock: ServiceClock;
    readonly robots: {
        /** The robots that the caller reaches in an app: those of an app user, or of a server key. Developers have `developer.robots`. */
        readonly list: (options?: CallOptions) => Promise<ClientRobotListResponse>;
    };
    /** The organisation's own lists, for developers. Everything else of theirs is a `request` away. */
    readonly developer: {
        readonly robots: {
            /** All robots of the organisation, with the state of their bridges and configurations. */
            readonly list: (options?: CallOptions) => Promise<ReadonlyArray<RobotListItem>>;
        };
    };
    readonly alerts: {
        /** The alerts that fire now on any robot of the organisation; for developers. */
        readonly firing: (options?: CallOptions) => Promise<ReadonlyArray<OrgAlert>>;
    };
    readonly health: {
        /** Cameras, configurations and recordings that fail or once failed, of one robot or of all; for developers. */
        readonly list: (options?: CallOptions & {
            readonly robotId?: string;
        }) => Promise<ReadonlyArray<ResourceHealth>>;
        /**
         * Calls back with each change. Answers how to stop. `onGap` is told where changes may be missing, which are not
         * repeated, so that the caller lists again: whenever a socket opens, the first one too, and where the service left
         * some out while it waited for a renewed token, with their number.
         */
        readonly onChange: (listener: (change: HealthChange) => void, options?: {
            readonly onGap?: (gap: OrgEventGap) => void;
        }) => () => void;
    };
    readonly events: {
        /**
         * What happens in the organisation: jobs, alerts, bridges, changes of datapoints and whatever the audit records; for
         * developers. Begins with the events that the service has kept, at most 200, the oldest first. Each comes once, also
         * where the socket was lost in between; what could not be had is told to `onGap`. The first reader gets all of
         * them. Ends with `forbidden` for anybody but developers.
         */
        readonly subscribe: (options?: {
            readonly signal?: AbortSignal;
            readonly onGap?: (gap: OrgEventGap) => void;
        }) => Subscription<OrgEvent>;
    };
    readonly mcp: McpConsents;
    readonly robot: (id: string) => Robot;
    /** Any route of the service by its id, typed by the contract. */
    readonly request: Request;
    /** The pages of a list that has a cursor, newest first, each asked for when it is wanted: `for await (const page of …)`. */
    readonly pages: <Id extends PagedRouteId>(id: Id, input: RouteInput<Id>) => AsyncGenerator<RouteAnswer<Id>, void, undefined>;
    /**
     * A route's answer as bytes that come as they are read, such as an export that is larger than memory. `timeoutMs` is for
     * all of it, an hour by default; what breaks in the middle fails the reading.
     */
    readonly stream: <Id extends RouteId>(id: Id, input: RouteInput<Id>) => Promise<ReadableStream<Uint8Array>>;
    /** Ends every subscription and lets go of the socket. The stored session stays. */
    readonly close: () => void;
    readonly [Symbol.dispose]: () => void;
}
/** Everything behind a client; both faces are built on it. */
export interface Engine {
    readonly http: Http;
    readonly session: SessionEngine;
    readonly realtime: Realtime;
    /** Signing in and out, on the same session. */
    readonly auth: Auth;
    readonly request: Request;
}
export declare const makeEngine: (options: ClientOptions) => Engine;
/** A client of the service. It opens nothing before it is used. */
export declare const createClient: (options: ClientOptions) => FleetClient;

// effect/Failure.d.ts

import type { SubscribeErrorCode } from "@fleet/domain/realtime/ServerMessages";
import { FleetError, type LocalDetails } from "../FleetError.ts";
/** A failure that is not an answer of a REST route, catchable by its code as tag. */
export declare class Failure<Code extends string> extends Error {
    readonly _tag: Code;
    readonly details: unknown;
    constructor(code: Code, error: FleetError);
}
type Each<Code extends string> = Code extends unknown ? Failure<Code> : never;
/** Why a request did not get as far as an answer. */
export type LocalFailure = Each<keyof LocalDetails>;
/** Why a stream ended. */
export type StreamFailure = Each<keyof LocalDetails | SubscribeErrorCode | "token_revoked" | "token_expired" | "org_locked">;
/** The failure that stands for what the promise engine threw. Anything else is a defect and is thrown on. */
export declare const failureOf: <Expected extends Failure<string>>(error: unknown) => Expected;
export {};

// effect/Fleet.d.ts

import { Context, Effect, Layer, Stream } from "effect";
import { HttpClient } from "effect/http";
import { HttpApiClient } from "effect/http-api";
import type { Auth } from "../Auth.ts";
import { type ClientOptions, type Engine } from "../createClient.ts";
import type { ConnectionState } from "../realtime/ConnectionStatus.ts";
import type { JobUpdate, Sample, Viewer } from "../Values.ts";
import { type LocalFailure, type StreamFailure } from "./Failure.ts";
/** The service as Effects and Streams. */
export interface FleetService {
    /** Every REST route, decoded, its refusals as tagged errors. */
    readonly api: Effect.Success<ReturnType<typeof makeApi>>;
    /** Signing in and out; the promise face's own, since the session is the same. */
    readonly auth: Auth;
    /** The newest sample, then each as it comes. A reader that is slow loses the oldest. */
    readonly datapoint: <Value = unknown>(robotId: string, slug: string) => {
        readonly stream: Stream.Stream<Sample<Value>, StreamFailure>;
    };
    /** The newest job of an action or a service, and each change of it. */
    readonly jobs: (robotId: string, slug: string, kind?: "action" | "service") => Stream.Stream<JobUpdate, StreamFailure>;
    /** Who looks at a robot. */
    readonly presence: (robotId: string) => Stream.Stream<ReadonlyArray<Viewer>, StreamFailure>;
    /** The state of the socket behind the streams, the current one first. */
    readonly connection: Stream.Stream<ConnectionState>;
}
declare const makeApi: (engine: Engine, { baseUrl, serverKey }: ClientOptions) => Effect.Effect<{
    readonly alerts: {
        readonly history: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"history", "GET", "/api/robots/:id/alerts/history", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly before_seq: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            readonly limit: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly transitions: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly seq: import("effect/Schema").Finite;
                readonly alert_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AlertId">;
                readonly slug: import("effect/Schema").String;
                readonly name: import("effect/Schema").String;
                readonly state: import("effect/Schema").Literals<readonly ["ok", "firing"]>;
                readonly value: import("effect/Schema").Unknown;
                readonly at_ms: import("effect/Schema").Finite;
            }>>;
            readonly next_cursor: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/robots/:id/alerts", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly alerts: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AlertId">;
                robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                slug: import("effect/Schema").String;
                name: import("effect/Schema").String;
                enabled: import("effect/Schema").Boolean;
                severity: import("effect/Schema").Literals<readonly ["warning", "error"]>;
                condition: import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literals<readonly ["above", "below"]>;
                    readonly threshold: import("effect/Schema").Finite;
                    readonly resolve_hysteresis: import("effect/Schema").Finite;
                }>, import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"equals">;
                    readonly value: import("effect/Schema").Union<readonly [import("effect/Schema").Finite, import("effect/Schema").String, import("effect/Schema").Boolean]>;
                }>]>;
                state: import("effect/Schema").Literals<readonly ["ok", "firing"]>;
                state_since: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                last_value: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                created_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly orgAlerts: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"orgAlerts", "GET", "/api/org/alerts", never, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly state: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["ok", "firing"]>>;
            readonly before: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly limit: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly alerts: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AlertId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slug: import("effect/Schema").String;
                readonly name: import("effect/Schema").String;
                readonly enabled: import("effect/Schema").Boolean;
                readonly severity: import("effect/Schema").Literals<readonly ["warning", "error"]>;
                readonly condition: import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literals<readonly ["above", "below"]>;
                    readonly threshold: import("effect/Schema").Finite;
                    readonly resolve_hysteresis: import("effect/Schema").Finite;
                }>, import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"equals">;
                    readonly value: import("effect/Schema").Union<readonly [import("effect/Schema").Finite, import("effect/Schema").String, import("effect/Schema").Boolean]>;
                }>]>;
                readonly state: import("effect/Schema").Literals<readonly ["ok", "firing"]>;
                readonly state_since: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly last_value: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly robot_name: import("effect/Schema").String;
            }>>;
            readonly next_cursor: import("effect/Schema").NullOr<import("effect/Schema").String>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly preview: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"preview", "POST", "/api/robots/:id/alerts/preview", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly slug: import("effect/Schema").String;
            readonly condition: import("effect/Schema").Struct<{
                readonly fire_at: import("effect/Schema").Union<readonly [import("effect/Schema").Finite, import("effect/Schema").String, import("effect/Schema").Boolean]>;
                readonly resolve_at: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
            }>;
            readonly from: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly to: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly transitions: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly state: import("effect/Schema").Literals<readonly ["ok", "firing"]>;
                readonly at_ms: import("effect/Schema").Finite;
                readonly value: import("effect/Schema").Unknown;
            }>>;
            readonly sample_gap_ms: import("effect/Schema").Finite;
            readonly truncated: import("effect/Schema").Boolean;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidRange | typeof import("@fleet/domain/Errors").UnknownDatapoint | typeof import("@fleet/domain/Errors").NotRecorded>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
    };
    readonly appInvitations: {
        readonly create: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"create", "POST", "/api/apps/:id/invitations", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly role_id: import("effect/Schema").optionalKey<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>;
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
            readonly send_mail: import("effect/Schema").Boolean;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppInvitationId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly email: import("effect/Schema").String;
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
            readonly accept_url: import("effect/Schema").String;
            readonly mail: import("effect/Schema").Literals<readonly ["sent", "not_requested", "not_configured", "failed"]>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").EmailTaken | typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").PlanLimit>, import("@fleet/domain/api/AppScope").AppInvitationsLimited | import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/apps/:id/invitations/:invId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            invId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppInvitationId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/AppScope").AppInvitationScope | import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/apps/:id/invitations", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly invitations: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppInvitationId">;
                readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
                readonly email: import("effect/Schema").String;
                readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
                readonly expires_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly reissue: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"reissue", "POST", "/api/apps/:id/invitations/:invId/reissue", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            invId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppInvitationId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppInvitationId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly email: import("effect/Schema").String;
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
            readonly accept_url: import("effect/Schema").String;
            readonly mail: import("effect/Schema").Literals<readonly ["sent", "not_requested", "not_configured", "failed"]>;
        }>>, never, import("@fleet/domain/api/AppScope").AppInvitationScope | import("@fleet/domain/api/AppScope").AppInvitationsLimited | import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly appUserMcp: {
        readonly grants: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"grants", "GET", "/api/apps/:id/users/:userId/mcp-grants", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            userId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly grants: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly client_id: import("effect/Schema").String;
                readonly client_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly client_name_verified: import("effect/Schema").Literal<false>;
                readonly scopes: import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["robots:read", "robots:control"]>>;
                readonly granted_at: import("effect/Schema").DateTimeUtc;
                readonly last_used_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            }>>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/AppScope").AppUserScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly withdraw: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"withdraw", "DELETE", "/api/apps/:id/users/:userId/mcp-grants/:clientId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            clientId: import("effect/Schema").String;
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            userId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/AppScope").AppUserScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly appUsers: {
        readonly create: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"create", "POST", "/api/apps/:id/users", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly password: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
            readonly role_id: import("effect/Schema").optionalKey<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly email: import("effect/Schema").String;
            readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly status: import("effect/Schema").Literals<readonly ["pending_verification", "active", "blocked"]>;
            readonly has_password: import("effect/Schema").Boolean;
            readonly providers: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly last_login_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            readonly two_factor: import("effect/Schema").Struct<{
                readonly enabled: import("effect/Schema").Boolean;
                readonly enabled_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly recovery_codes_left: import("effect/Schema").Finite;
            }>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").EmailTaken | typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").PlanLimit | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/apps/:id/users/:userId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            userId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/AppScope").AppUserScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/apps/:id/users/:userId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            userId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly email: import("effect/Schema").String;
            readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly status: import("effect/Schema").Literals<readonly ["pending_verification", "active", "blocked"]>;
            readonly has_password: import("effect/Schema").Boolean;
            readonly providers: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly last_login_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            readonly two_factor: import("effect/Schema").Struct<{
                readonly enabled: import("effect/Schema").Boolean;
                readonly enabled_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly recovery_codes_left: import("effect/Schema").Finite;
            }>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/AppScope").AppUserScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/apps/:id/users", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly users: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
                readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
                readonly email: import("effect/Schema").String;
                readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
                readonly status: import("effect/Schema").Literals<readonly ["pending_verification", "active", "blocked"]>;
                readonly has_password: import("effect/Schema").Boolean;
                readonly providers: import("effect/Schema").$Array<import("effect/Schema").String>;
                readonly last_login_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly two_factor: import("effect/Schema").Struct<{
                    readonly enabled: import("effect/Schema").Boolean;
                    readonly enabled_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                    readonly recovery_codes_left: import("effect/Schema").Finite;
                }>;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly resetPassword: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"resetPassword", "POST", "/api/apps/:id/users/:userId/reset-password", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            userId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly mail: import("effect/Schema").Literals<readonly ["sent", "not_configured", "failed"]>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").TargetStateConflict>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/AppScope").AppUserScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly resetTwoFactor: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"resetTwoFactor", "DELETE", "/api/apps/:id/users/:userId/two-factor", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            userId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/AppScope").AppUserScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly update: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"update", "PATCH", "/api/apps/:id/users/:userId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            userId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
            readonly role_id: import("effect/Schema").optionalKey<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>;
            readonly status: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["active", "blocked"]>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly email: import("effect/Schema").String;
            readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly status: import("effect/Schema").Literals<readonly ["pending_verification", "active", "blocked"]>;
            readonly has_password: import("effect/Schema").Boolean;
            readonly providers: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly last_login_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            readonly two_factor: import("effect/Schema").Struct<{
                readonly enabled: import("effect/Schema").Boolean;
                readonly enabled_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly recovery_codes_left: import("effect/Schema").Finite;
            }>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").TargetStateConflict>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/AppScope").AppUserScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly apps: {
        readonly create: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"create", "POST", "/api/apps", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly identifier: import("effect/Schema").String;
            readonly robot_ids: import("effect/Schema").optionalKey<import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
            readonly name: import("effect/Schema").String;
            readonly identifier: import("effect/Schema").String;
            readonly robot_ids: import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>;
            readonly default_role_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").IdentifierTaken | typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").PlanLimit>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/apps/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly deletionPreview: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"deletionPreview", "GET", "/api/apps/:id/deletion-preview", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly user_count: import("effect/Schema").Finite;
            readonly role_count: import("effect/Schema").Finite;
            readonly server_key_count: import("effect/Schema").Finite;
            readonly invitation_count: import("effect/Schema").Finite;
            readonly oidc_provider_count: import("effect/Schema").Finite;
            readonly mail_template_count: import("effect/Schema").Finite;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/apps/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
            readonly name: import("effect/Schema").String;
            readonly identifier: import("effect/Schema").String;
            readonly robot_ids: import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>;
            readonly default_role_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/apps", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly apps: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
                readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
                readonly name: import("effect/Schema").String;
                readonly identifier: import("effect/Schema").String;
                readonly robot_ids: import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>;
                readonly default_role_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly update: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"update", "PATCH", "/api/apps/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
            readonly robot_ids: import("effect/Schema").optionalKey<import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>>;
            readonly default_role_id: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
            readonly name: import("effect/Schema").String;
            readonly identifier: import("effect/Schema").String;
            readonly robot_ids: import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>;
            readonly default_role_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly assetLinks: {
        readonly file: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"file", "GET", "/api/asset-links/:token", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            token: import("effect/Schema").String;
        }>>, never, never, never, import("effect/http-api/HttpApiSchema").StreamUint8Array, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly missing: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"missing", "GET", "/api/asset-links/missing", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").AssetMissing>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly namedFile: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"namedFile", "GET", "/api/asset-links/:token/:name", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            token: import("effect/Schema").String;
            name: import("effect/Schema").String;
        }>>, never, never, never, import("effect/http-api/HttpApiSchema").StreamUint8Array, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly assetSyncs: {
        readonly clear: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"clear", "DELETE", "/api/robots/:id/assets", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly deleted: import("effect/Schema").Finite;
            readonly bytes_freed: import("effect/Schema").Finite;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").SyncBusy>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/robots/:id/assets/sync/:syncId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            syncId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetSyncId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly sync_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetSyncId">;
            readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            readonly state: import("effect/Schema").Literals<readonly ["running", "succeeded", "failed"]>;
            readonly done: import("effect/Schema").Finite;
            readonly total: import("effect/Schema").Finite;
            readonly stored: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly announced: import("effect/Schema").Finite;
            readonly failed: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly reference: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literals<readonly ["unresolvable", "upload_failed", "refused", "too_large", "unavailable"]>;
                readonly message: import("effect/Schema").optionalKey<import("effect/Schema").String>;
                readonly details: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly store_bytes: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly used_bytes: import("effect/Schema").Finite;
                    readonly size_bytes: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                }>>>;
            }>>;
            readonly reason: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly started_at: import("effect/Schema").DateTimeUtc;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly putJointState: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putJointState", "PUT", "/api/robots/:id/urdf/joint-state", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly slug: import("effect/Schema").NullOr<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly joint_state_slug: import("effect/Schema").NullOr<import("effect/Schema").String>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly start: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"start", "POST", "/api/robots/:id/assets/sync", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly source: import("effect/Schema").Literals<readonly ["bridge"]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly sync_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetSyncId">;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").SyncBusy | typeof import("@fleet/domain/Errors").RobotOffline>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
    };
    readonly assetUploads: {
        readonly upload: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"upload", "POST", "/api/bridge/assets", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetId">;
            readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            readonly kind: import("effect/Schema").Literals<readonly ["urdf", "mesh", "texture", "recording"]>;
            readonly name: import("effect/Schema").String;
            readonly media_type: import("effect/Schema").String;
            readonly size_bytes: import("effect/Schema").Finite;
            readonly sha256: import("effect/Schema").String;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").BadRequest | typeof import("@fleet/domain/Errors").Unauthorized | typeof import("@fleet/domain/Errors").PlanLimit | typeof import("@fleet/domain/Errors").FileTooLarge | typeof import("@fleet/domain/Errors").RateLimited | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly assets: {
        readonly file: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"file", "GET", "/api/robots/:id/assets/:assetId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            assetId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetId">;
        }>>, never, never, never, import("effect/http-api/HttpApiSchema").StreamUint8Array, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InternalError>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly link: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"link", "POST", "/api/robots/:id/assets/:assetId/link", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            assetId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly url: import("effect/Schema").String;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly links: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"links", "POST", "/api/robots/:id/assets/links", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly links: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly asset_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetId">;
                readonly name: import("effect/Schema").String;
                readonly url: import("effect/Schema").String;
            }>>;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/robots/:id/assets", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly assets: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly kind: import("effect/Schema").Literals<readonly ["urdf", "mesh", "texture", "recording"]>;
                readonly name: import("effect/Schema").String;
                readonly media_type: import("effect/Schema").String;
                readonly size_bytes: import("effect/Schema").Finite;
                readonly sha256: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>>;
            readonly active_sync: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly sync_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetSyncId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly state: import("effect/Schema").Literals<readonly ["running", "succeeded", "failed"]>;
                readonly done: import("effect/Schema").Finite;
                readonly total: import("effect/Schema").Finite;
                readonly stored: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly announced: import("effect/Schema").Finite;
                readonly failed: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly reference: import("effect/Schema").String;
                    readonly kind: import("effect/Schema").Literals<readonly ["unresolvable", "upload_failed", "refused", "too_large", "unavailable"]>;
                    readonly message: import("effect/Schema").optionalKey<import("effect/Schema").String>;
                    readonly details: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                        readonly store_bytes: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                        readonly used_bytes: import("effect/Schema").Finite;
                        readonly size_bytes: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    }>>>;
                }>>;
                readonly reason: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly started_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
            }>>;
            readonly urdf: import("effect/Schema").Struct<{
                readonly present: import("effect/Schema").Boolean;
                readonly mesh_count: import("effect/Schema").Finite;
                readonly missing: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly uri: import("effect/Schema").String;
                    readonly element: import("effect/Schema").Literals<readonly ["mesh", "texture"]>;
                }>>;
            }>;
            readonly urdf_available: import("effect/Schema").NullOr<import("effect/Schema").Boolean>;
            readonly store: import("effect/Schema").Struct<{
                readonly bytes: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly used_bytes: import("effect/Schema").Finite;
            }>;
            readonly joint_state_slug: import("effect/Schema").NullOr<import("effect/Schema").String>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly missing: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"missing", "GET", "/api/robots/:id/assets/missing", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").AssetMissing>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly urdf: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"urdf", "GET", "/api/robots/:id/urdf", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Uint8Array>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InternalError | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly urdfLink: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"urdfLink", "POST", "/api/robots/:id/urdf/link", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly url: import("effect/Schema").String;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly audit: {
        readonly export: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"export", "GET", "/api/audit/export", never, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            action: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            action_prefix: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            actor_id: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
            target_kind: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            target_id: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            from_ms: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            to_ms: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
        }>>, never, never, import("effect/http-api/HttpApiSchema").StreamUint8Array, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/audit", never, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly action: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly action_prefix: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly actor_id: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
            readonly target_kind: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly target_id: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly from_ms: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            readonly to_ms: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            readonly before_seq: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            readonly limit: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly events: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
                readonly at: import("effect/Schema").DateTimeUtc;
                readonly seq: import("effect/Schema").Finite;
                readonly actor: import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literals<readonly ["developer", "app_user", "server_key", "bridge", "platform"]>;
                    readonly id: import("effect/Schema").String;
                    readonly label: import("effect/Schema").String;
                }>;
                readonly action: import("effect/Schema").String;
                readonly target: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").String;
                    readonly id: import("effect/Schema").String;
                    readonly label: import("effect/Schema").String;
                }>>;
                readonly details: import("effect/Schema").NullOr<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>;
            }>>;
            readonly next_cursor: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly auth: {
        readonly logout: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"logout", "POST", "/api/auth/logout", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly refresh_token: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly me: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"me", "GET", "/api/auth/me", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly org: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
                readonly name: import("effect/Schema").String;
                readonly require_two_factor: import("effect/Schema").Boolean;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>;
            readonly user: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
                readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
                readonly email: import("effect/Schema").String;
                readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
                readonly two_factor: import("effect/Schema").Struct<{
                    readonly passkeys: import("effect/Schema").Finite;
                    readonly authenticator: import("effect/Schema").Boolean;
                }>;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly patchMe: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"patchMe", "PATCH", "/api/auth/me", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly org: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
                readonly name: import("effect/Schema").String;
                readonly require_two_factor: import("effect/Schema").Boolean;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>;
            readonly user: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
                readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
                readonly email: import("effect/Schema").String;
                readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
                readonly two_factor: import("effect/Schema").Struct<{
                    readonly passkeys: import("effect/Schema").Finite;
                    readonly authenticator: import("effect/Schema").Boolean;
                }>;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly refresh: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"refresh", "POST", "/api/auth/refresh", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly refresh_token: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenExpired | typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").OrgLocked>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly authConfig: {
        readonly deleteLogo: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"deleteLogo", "DELETE", "/api/apps/:id/auth-config/logo", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly self_registration: import("effect/Schema").Boolean;
            readonly allowed_domains: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly allowed_origins: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly mcp_enabled: import("effect/Schema").Boolean;
            readonly invite_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly verify_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly reset_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly mcp_login_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly app_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly sign_in_methods: import("effect/Schema").Struct<{
                password: import("effect/Schema").Boolean;
                email_code: import("effect/Schema").Boolean;
            }>;
            readonly two_factor: import("effect/Schema").Literals<readonly ["off", "optional", "required"]>;
            readonly hosted_logo_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_accent: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_pages: import("effect/Schema").Struct<{
                readonly invite_url: import("effect/Schema").String;
                readonly verify_url: import("effect/Schema").String;
                readonly reset_url: import("effect/Schema").String;
                readonly mcp_login_url: import("effect/Schema").String;
            }>;
            readonly oidc_callback_url: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/apps/:id/auth-config", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly self_registration: import("effect/Schema").Boolean;
            readonly allowed_domains: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly allowed_origins: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly mcp_enabled: import("effect/Schema").Boolean;
            readonly invite_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly verify_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly reset_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly mcp_login_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly app_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly sign_in_methods: import("effect/Schema").Struct<{
                password: import("effect/Schema").Boolean;
                email_code: import("effect/Schema").Boolean;
            }>;
            readonly two_factor: import("effect/Schema").Literals<readonly ["off", "optional", "required"]>;
            readonly hosted_logo_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_accent: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_pages: import("effect/Schema").Struct<{
                readonly invite_url: import("effect/Schema").String;
                readonly verify_url: import("effect/Schema").String;
                readonly reset_url: import("effect/Schema").String;
                readonly mcp_login_url: import("effect/Schema").String;
            }>;
            readonly oidc_callback_url: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly preview: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"preview", "POST", "/api/apps/:id/auth-config/preview", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly page: import("effect/Schema").Literals<readonly ["sign_in", "sign_up", "verify", "reset", "invite", "two_factor", "consent", "done"]>;
            readonly look: import("effect/Schema").optionalKey<import("effect/Schema").Struct<{
                readonly hosted_accent: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").String>>;
            }>>;
            readonly locale: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["en", "de"]>>;
            readonly theme: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["light", "dark"]>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly url: import("effect/Schema").String;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/AuthConfigApi").AuthConfigPreviewLimit | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly putLogo: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putLogo", "PUT", "/api/apps/:id/auth-config/logo", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Uint8Array>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly self_registration: import("effect/Schema").Boolean;
            readonly allowed_domains: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly allowed_origins: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly mcp_enabled: import("effect/Schema").Boolean;
            readonly invite_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly verify_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly reset_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly mcp_login_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly app_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly sign_in_methods: import("effect/Schema").Struct<{
                password: import("effect/Schema").Boolean;
                email_code: import("effect/Schema").Boolean;
            }>;
            readonly two_factor: import("effect/Schema").Literals<readonly ["off", "optional", "required"]>;
            readonly hosted_logo_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_accent: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_pages: import("effect/Schema").Struct<{
                readonly invite_url: import("effect/Schema").String;
                readonly verify_url: import("effect/Schema").String;
                readonly reset_url: import("effect/Schema").String;
                readonly mcp_login_url: import("effect/Schema").String;
            }>;
            readonly oidc_callback_url: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").UnsupportedMediaType>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly putLook: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putLook", "PUT", "/api/apps/:id/auth-config/look", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly hosted_accent: import("effect/Schema").NullOr<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly self_registration: import("effect/Schema").Boolean;
            readonly allowed_domains: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly allowed_origins: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly mcp_enabled: import("effect/Schema").Boolean;
            readonly invite_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly verify_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly reset_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly mcp_login_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly app_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly sign_in_methods: import("effect/Schema").Struct<{
                password: import("effect/Schema").Boolean;
                email_code: import("effect/Schema").Boolean;
            }>;
            readonly two_factor: import("effect/Schema").Literals<readonly ["off", "optional", "required"]>;
            readonly hosted_logo_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_accent: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_pages: import("effect/Schema").Struct<{
                readonly invite_url: import("effect/Schema").String;
                readonly verify_url: import("effect/Schema").String;
                readonly reset_url: import("effect/Schema").String;
                readonly mcp_login_url: import("effect/Schema").String;
            }>;
            readonly oidc_callback_url: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly putMcp: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putMcp", "PUT", "/api/apps/:id/auth-config/mcp", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly mcp_enabled: import("effect/Schema").Boolean;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly self_registration: import("effect/Schema").Boolean;
            readonly allowed_domains: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly allowed_origins: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly mcp_enabled: import("effect/Schema").Boolean;
            readonly invite_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly verify_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly reset_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly mcp_login_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly app_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly sign_in_methods: import("effect/Schema").Struct<{
                password: import("effect/Schema").Boolean;
                email_code: import("effect/Schema").Boolean;
            }>;
            readonly two_factor: import("effect/Schema").Literals<readonly ["off", "optional", "required"]>;
            readonly hosted_logo_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_accent: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_pages: import("effect/Schema").Struct<{
                readonly invite_url: import("effect/Schema").String;
                readonly verify_url: import("effect/Schema").String;
                readonly reset_url: import("effect/Schema").String;
                readonly mcp_login_url: import("effect/Schema").String;
            }>;
            readonly oidc_callback_url: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly putRegistration: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putRegistration", "PUT", "/api/apps/:id/auth-config/registration", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            self_registration: import("effect/Schema").Boolean;
            allowed_domains: import("effect/Schema").$Array<import("effect/Schema").String>;
            allowed_origins: import("effect/Schema").$Array<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly self_registration: import("effect/Schema").Boolean;
            readonly allowed_domains: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly allowed_origins: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly mcp_enabled: import("effect/Schema").Boolean;
            readonly invite_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly verify_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly reset_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly mcp_login_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly app_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly sign_in_methods: import("effect/Schema").Struct<{
                password: import("effect/Schema").Boolean;
                email_code: import("effect/Schema").Boolean;
            }>;
            readonly two_factor: import("effect/Schema").Literals<readonly ["off", "optional", "required"]>;
            readonly hosted_logo_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_accent: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_pages: import("effect/Schema").Struct<{
                readonly invite_url: import("effect/Schema").String;
                readonly verify_url: import("effect/Schema").String;
                readonly reset_url: import("effect/Schema").String;
                readonly mcp_login_url: import("effect/Schema").String;
            }>;
            readonly oidc_callback_url: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly putSignIn: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putSignIn", "PUT", "/api/apps/:id/auth-config/sign-in", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly sign_in_methods: import("effect/Schema").Struct<{
                password: import("effect/Schema").Boolean;
                email_code: import("effect/Schema").Boolean;
            }>;
            readonly two_factor: import("effect/Schema").Literals<readonly ["off", "optional", "required"]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly self_registration: import("effect/Schema").Boolean;
            readonly allowed_domains: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly allowed_origins: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly mcp_enabled: import("effect/Schema").Boolean;
            readonly invite_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly verify_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly reset_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly mcp_login_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly app_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly sign_in_methods: import("effect/Schema").Struct<{
                password: import("effect/Schema").Boolean;
                email_code: import("effect/Schema").Boolean;
            }>;
            readonly two_factor: import("effect/Schema").Literals<readonly ["off", "optional", "required"]>;
            readonly hosted_logo_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_accent: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_pages: import("effect/Schema").Struct<{
                readonly invite_url: import("effect/Schema").String;
                readonly verify_url: import("effect/Schema").String;
                readonly reset_url: import("effect/Schema").String;
                readonly mcp_login_url: import("effect/Schema").String;
            }>;
            readonly oidc_callback_url: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly putUrls: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putUrls", "PUT", "/api/apps/:id/auth-config/urls", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            app_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            invite_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            verify_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            reset_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            mcp_login_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly self_registration: import("effect/Schema").Boolean;
            readonly allowed_domains: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly allowed_origins: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly mcp_enabled: import("effect/Schema").Boolean;
            readonly invite_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly verify_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly reset_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly mcp_login_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly app_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly sign_in_methods: import("effect/Schema").Struct<{
                password: import("effect/Schema").Boolean;
                email_code: import("effect/Schema").Boolean;
            }>;
            readonly two_factor: import("effect/Schema").Literals<readonly ["off", "optional", "required"]>;
            readonly hosted_logo_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_accent: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly hosted_pages: import("effect/Schema").Struct<{
                readonly invite_url: import("effect/Schema").String;
                readonly verify_url: import("effect/Schema").String;
                readonly reset_url: import("effect/Schema").String;
                readonly mcp_login_url: import("effect/Schema").String;
            }>;
            readonly oidc_callback_url: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly billing: {
        readonly cancel: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"cancel", "POST", "/api/billing/cancel", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly reason: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly account: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly payer: import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"company">;
                    readonly company_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly vat_id: import("effect/Schema").NullOr<import("effect/Schema").String>;
                    readonly address: import("effect/Schema").Struct<{
                        readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly country: import("effect/Schema").String;
                    }>;
                    readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>, import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"person">;
                    readonly full_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly address: import("effect/Schema").Struct<{
                        readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly country: import("effect/Schema").String;
                    }>;
                    readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>]>;
                readonly vat_id_status: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["valid", "unverified", "invalid"]>>;
                readonly vat: import("effect/Schema").Struct<{
                    readonly treatment: import("effect/Schema").Literals<readonly ["domestic", "reverse_charge", "outside_eu"]>;
                    readonly rate_percent: import("effect/Schema").Finite;
                }>;
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly cycle: import("effect/Schema").Literals<readonly ["monthly", "yearly"]>;
                readonly status: import("effect/Schema").Literals<readonly ["pending", "active", "past_due", "canceled"]>;
                readonly period_starts_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly period_ends_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly next_charge: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly at: import("effect/Schema").DateTimeUtc;
                    readonly net_cents: import("effect/Schema").Finite;
                    readonly vat_cents: import("effect/Schema").Finite;
                    readonly gross_cents: import("effect/Schema").Finite;
                }>>;
                readonly scheduled: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly cycle: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["monthly", "yearly"]>>;
                    readonly addons: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                        readonly seats: import("effect/Schema").Finite;
                        readonly robots: import("effect/Schema").Finite;
                        readonly apps: import("effect/Schema").Finite;
                        readonly app_user_packs: import("effect/Schema").Finite;
                        readonly live_video_packs: import("effect/Schema").Finite;
                    }>>;
                }>>;
                readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                    readonly gross_cents: import("effect/Schema").Finite;
                    readonly due_at: import("effect/Schema").DateTimeUtc;
                    readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                    readonly lock_at: import("effect/Schema").DateTimeUtc;
                    readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>>;
            }>>;
            readonly available: import("effect/Schema").Boolean;
            readonly payment_method: import("effect/Schema").NullOr<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literals<readonly ["card", "applepay"]>;
                readonly brand: import("effect/Schema").String;
                readonly last4: import("effect/Schema").String;
                readonly expires: import("effect/Schema").String;
            }>, import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literal<"paypal">;
                readonly account: import("effect/Schema").String;
            }>]>>;
            readonly payment_method_options: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly method: import("effect/Schema").Literals<readonly ["card", "paypal", "applepay"]>;
                readonly pays_invoice: import("effect/Schema").Boolean;
            }>>;
            readonly invoices: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                readonly kind: import("effect/Schema").Literals<readonly ["invoice", "credit_note"]>;
                readonly number: import("effect/Schema").String;
                readonly corrects: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">>;
                readonly issued_at: import("effect/Schema").DateTimeUtc;
                readonly status: import("effect/Schema").Literals<readonly ["open", "paid", "uncollectible"]>;
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly net_cents: import("effect/Schema").Finite;
                readonly vat_rate_percent: import("effect/Schema").Finite;
                readonly vat_cents: import("effect/Schema").Finite;
                readonly gross_cents: import("effect/Schema").Finite;
            }>>;
            readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                readonly gross_cents: import("effect/Schema").Finite;
                readonly due_at: import("effect/Schema").DateTimeUtc;
                readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly lock_at: import("effect/Schema").DateTimeUtc;
                readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").PlanLimit>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly change: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"change", "POST", "/api/billing/change", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly plan: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["plus", "pro"]>>;
            readonly cycle: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["monthly", "yearly"]>>;
            readonly addons: import("effect/Schema").optionalKey<import("effect/Schema").Struct<{
                readonly seats: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
                readonly robots: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
                readonly apps: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
                readonly app_user_packs: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
                readonly live_video_packs: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
            }>>;
            readonly dry_run: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly billing: import("effect/Schema").Struct<{
                readonly account: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly payer: import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                        readonly kind: import("effect/Schema").Literal<"company">;
                        readonly company_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly vat_id: import("effect/Schema").NullOr<import("effect/Schema").String>;
                        readonly address: import("effect/Schema").Struct<{
                            readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                            readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                            readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                            readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                            readonly country: import("effect/Schema").String;
                        }>;
                        readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    }>, import("effect/Schema").Struct<{
                        readonly kind: import("effect/Schema").Literal<"person">;
                        readonly full_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly address: import("effect/Schema").Struct<{
                            readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                            readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                            readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                            readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                            readonly country: import("effect/Schema").String;
                        }>;
                        readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    }>]>;
                    readonly vat_id_status: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["valid", "unverified", "invalid"]>>;
                    readonly vat: import("effect/Schema").Struct<{
                        readonly treatment: import("effect/Schema").Literals<readonly ["domestic", "reverse_charge", "outside_eu"]>;
                        readonly rate_percent: import("effect/Schema").Finite;
                    }>;
                    readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                    readonly cycle: import("effect/Schema").Literals<readonly ["monthly", "yearly"]>;
                    readonly status: import("effect/Schema").Literals<readonly ["pending", "active", "past_due", "canceled"]>;
                    readonly period_starts_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                    readonly period_ends_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                    readonly next_charge: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                        readonly at: import("effect/Schema").DateTimeUtc;
                        readonly net_cents: import("effect/Schema").Finite;
                        readonly vat_cents: import("effect/Schema").Finite;
                        readonly gross_cents: import("effect/Schema").Finite;
                    }>>;
                    readonly scheduled: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                        readonly cycle: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["monthly", "yearly"]>>;
                        readonly addons: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                            readonly seats: import("effect/Schema").Finite;
                            readonly robots: import("effect/Schema").Finite;
                            readonly apps: import("effect/Schema").Finite;
                            readonly app_user_packs: import("effect/Schema").Finite;
                            readonly live_video_packs: import("effect/Schema").Finite;
                        }>>;
                    }>>;
                    readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                        readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                        readonly gross_cents: import("effect/Schema").Finite;
                        readonly due_at: import("effect/Schema").DateTimeUtc;
                        readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                        readonly lock_at: import("effect/Schema").DateTimeUtc;
                        readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
                    }>>;
                }>>;
                readonly available: import("effect/Schema").Boolean;
                readonly payment_method: import("effect/Schema").NullOr<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literals<readonly ["card", "applepay"]>;
                    readonly brand: import("effect/Schema").String;
                    readonly last4: import("effect/Schema").String;
                    readonly expires: import("effect/Schema").String;
                }>, import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"paypal">;
                    readonly account: import("effect/Schema").String;
                }>]>>;
                readonly payment_method_options: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly method: import("effect/Schema").Literals<readonly ["card", "paypal", "applepay"]>;
                    readonly pays_invoice: import("effect/Schema").Boolean;
                }>>;
                readonly invoices: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                    readonly kind: import("effect/Schema").Literals<readonly ["invoice", "credit_note"]>;
                    readonly number: import("effect/Schema").String;
                    readonly corrects: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">>;
                    readonly issued_at: import("effect/Schema").DateTimeUtc;
                    readonly status: import("effect/Schema").Literals<readonly ["open", "paid", "uncollectible"]>;
                    readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                    readonly net_cents: import("effect/Schema").Finite;
                    readonly vat_rate_percent: import("effect/Schema").Finite;
                    readonly vat_cents: import("effect/Schema").Finite;
                    readonly gross_cents: import("effect/Schema").Finite;
                }>>;
                readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                    readonly gross_cents: import("effect/Schema").Finite;
                    readonly due_at: import("effect/Schema").DateTimeUtc;
                    readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                    readonly lock_at: import("effect/Schema").DateTimeUtc;
                    readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>>;
            }>;
            readonly charged: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                readonly kind: import("effect/Schema").Literals<readonly ["invoice", "credit_note"]>;
                readonly number: import("effect/Schema").String;
                readonly corrects: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">>;
                readonly issued_at: import("effect/Schema").DateTimeUtc;
                readonly status: import("effect/Schema").Literals<readonly ["open", "paid", "uncollectible"]>;
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly net_cents: import("effect/Schema").Finite;
                readonly vat_rate_percent: import("effect/Schema").Finite;
                readonly vat_cents: import("effect/Schema").Finite;
                readonly gross_cents: import("effect/Schema").Finite;
            }>>;
            readonly quote: import("effect/Schema").optionalKey<import("effect/Schema").Struct<{
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly now: import("effect/Schema").Struct<{
                    readonly net_cents: import("effect/Schema").Finite;
                    readonly vat_rate_percent: import("effect/Schema").Finite;
                    readonly vat_cents: import("effect/Schema").Finite;
                    readonly gross_cents: import("effect/Schema").Finite;
                }>;
                readonly lines: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly description: import("effect/Schema").String;
                    readonly quantity: import("effect/Schema").Finite;
                    readonly net_cents: import("effect/Schema").Finite;
                }>>;
                readonly next_charge: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly at: import("effect/Schema").DateTimeUtc;
                    readonly net_cents: import("effect/Schema").Finite;
                    readonly vat_cents: import("effect/Schema").Finite;
                    readonly gross_cents: import("effect/Schema").Finite;
                }>>;
                readonly effective_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").PlanLimit | typeof import("@fleet/domain/Errors").PaymentProviderUnavailable | typeof import("@fleet/domain/Errors").BillingUnavailable>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly checkVatId: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"checkVatId", "POST", "/api/billing/vat-id/check", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly country: import("effect/Schema").String;
            readonly vat_id: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly status: import("effect/Schema").Literals<readonly ["valid", "unverified", "invalid"]>;
            readonly vat_id: import("effect/Schema").String;
            readonly name: import("effect/Schema").NullOr<import("effect/Schema").String>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/BillingScope").VatChecksLimited, never>, LocalFailure, never>;
        readonly checkout: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"checkout", "POST", "/api/billing/checkout", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly plan: import("effect/Schema").Literals<readonly ["plus", "pro"]>;
            readonly cycle: import("effect/Schema").Literals<readonly ["monthly", "yearly"]>;
            readonly addons: import("effect/Schema").Struct<{
                readonly seats: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
                readonly robots: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
                readonly apps: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
                readonly app_user_packs: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
                readonly live_video_packs: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
            }>;
            readonly billing: import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                readonly buyer_reference: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
                readonly purchase_order: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
                readonly kind: import("effect/Schema").Literal<"company">;
                readonly company_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly vat_id: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly address: import("effect/Schema").Struct<{
                    readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly country: import("effect/Schema").String;
                }>;
                readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            }>, import("effect/Schema").Struct<{
                readonly buyer_reference: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
                readonly purchase_order: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
                readonly kind: import("effect/Schema").Literal<"person">;
                readonly full_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly address: import("effect/Schema").Struct<{
                    readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly country: import("effect/Schema").String;
                }>;
                readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            }>]>;
            readonly accept_terms: import("effect/Schema").Boolean;
            readonly accept_withdrawal: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
            readonly dry_run: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly quote: import("effect/Schema").Struct<{
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly now: import("effect/Schema").Struct<{
                    readonly net_cents: import("effect/Schema").Finite;
                    readonly vat_rate_percent: import("effect/Schema").Finite;
                    readonly vat_cents: import("effect/Schema").Finite;
                    readonly gross_cents: import("effect/Schema").Finite;
                }>;
                readonly lines: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly description: import("effect/Schema").String;
                    readonly quantity: import("effect/Schema").Finite;
                    readonly net_cents: import("effect/Schema").Finite;
                }>>;
                readonly next_charge: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly at: import("effect/Schema").DateTimeUtc;
                    readonly net_cents: import("effect/Schema").Finite;
                    readonly vat_cents: import("effect/Schema").Finite;
                    readonly gross_cents: import("effect/Schema").Finite;
                }>>;
                readonly effective_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            }>;
        }> | import("effect/Schema").Struct<{
            readonly checkout_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "CheckoutId">;
            readonly checkout_url: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").PlanLimit | typeof import("@fleet/domain/Errors").PaymentProviderUnavailable | typeof import("@fleet/domain/Errors").BillingUnavailable>, import("@fleet/domain/api/BillingScope").CheckoutsLimited | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly checkoutStatus: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"checkoutStatus", "GET", "/api/billing/checkout/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "CheckoutId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly checkout_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "CheckoutId">;
            readonly status: import("effect/Schema").Literals<readonly ["pending", "paid", "failed", "canceled", "expired"]>;
            readonly purpose: import("effect/Schema").Literals<readonly ["upgrade", "payment_method", "invoice"]>;
            readonly plan: import("effect/Schema").Literals<readonly ["basic", "plus", "pro", "enterprise"]>;
        }>>, never, import("@fleet/domain/api/BillingScope").CheckoutScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly details: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"details", "PATCH", "/api/billing/details", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly invoice_email: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
            readonly vat_id: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").String>>;
            readonly buyer_reference: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
            readonly purchase_order: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
            readonly company_name: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
            readonly full_name: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
            readonly address: import("effect/Schema").optionalKey<import("effect/Schema").Struct<{
                readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly country: import("effect/Schema").String;
            }>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly account: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly payer: import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"company">;
                    readonly company_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly vat_id: import("effect/Schema").NullOr<import("effect/Schema").String>;
                    readonly address: import("effect/Schema").Struct<{
                        readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly country: import("effect/Schema").String;
                    }>;
                    readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>, import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"person">;
                    readonly full_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly address: import("effect/Schema").Struct<{
                        readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly country: import("effect/Schema").String;
                    }>;
                    readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>]>;
                readonly vat_id_status: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["valid", "unverified", "invalid"]>>;
                readonly vat: import("effect/Schema").Struct<{
                    readonly treatment: import("effect/Schema").Literals<readonly ["domestic", "reverse_charge", "outside_eu"]>;
                    readonly rate_percent: import("effect/Schema").Finite;
                }>;
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly cycle: import("effect/Schema").Literals<readonly ["monthly", "yearly"]>;
                readonly status: import("effect/Schema").Literals<readonly ["pending", "active", "past_due", "canceled"]>;
                readonly period_starts_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly period_ends_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly next_charge: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly at: import("effect/Schema").DateTimeUtc;
                    readonly net_cents: import("effect/Schema").Finite;
                    readonly vat_cents: import("effect/Schema").Finite;
                    readonly gross_cents: import("effect/Schema").Finite;
                }>>;
                readonly scheduled: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly cycle: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["monthly", "yearly"]>>;
                    readonly addons: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                        readonly seats: import("effect/Schema").Finite;
                        readonly robots: import("effect/Schema").Finite;
                        readonly apps: import("effect/Schema").Finite;
                        readonly app_user_packs: import("effect/Schema").Finite;
                        readonly live_video_packs: import("effect/Schema").Finite;
                    }>>;
                }>>;
                readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                    readonly gross_cents: import("effect/Schema").Finite;
                    readonly due_at: import("effect/Schema").DateTimeUtc;
                    readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                    readonly lock_at: import("effect/Schema").DateTimeUtc;
                    readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>>;
            }>>;
            readonly available: import("effect/Schema").Boolean;
            readonly payment_method: import("effect/Schema").NullOr<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literals<readonly ["card", "applepay"]>;
                readonly brand: import("effect/Schema").String;
                readonly last4: import("effect/Schema").String;
                readonly expires: import("effect/Schema").String;
            }>, import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literal<"paypal">;
                readonly account: import("effect/Schema").String;
            }>]>>;
            readonly payment_method_options: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly method: import("effect/Schema").Literals<readonly ["card", "paypal", "applepay"]>;
                readonly pays_invoice: import("effect/Schema").Boolean;
            }>>;
            readonly invoices: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                readonly kind: import("effect/Schema").Literals<readonly ["invoice", "credit_note"]>;
                readonly number: import("effect/Schema").String;
                readonly corrects: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">>;
                readonly issued_at: import("effect/Schema").DateTimeUtc;
                readonly status: import("effect/Schema").Literals<readonly ["open", "paid", "uncollectible"]>;
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly net_cents: import("effect/Schema").Finite;
                readonly vat_rate_percent: import("effect/Schema").Finite;
                readonly vat_cents: import("effect/Schema").Finite;
                readonly gross_cents: import("effect/Schema").Finite;
            }>>;
            readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                readonly gross_cents: import("effect/Schema").Finite;
                readonly due_at: import("effect/Schema").DateTimeUtc;
                readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly lock_at: import("effect/Schema").DateTimeUtc;
                readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly pay: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"pay", "POST", "/api/billing/invoices/:id/pay", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly checkout_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "CheckoutId">;
            readonly checkout_url: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").PaymentProviderUnavailable | typeof import("@fleet/domain/Errors").BillingUnavailable>, import("@fleet/domain/api/BillingScope").CheckoutsLimited | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/BillingScope").PayableScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly paymentMethod: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"paymentMethod", "POST", "/api/billing/payment-method", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly method: import("effect/Schema").Literals<readonly ["card", "paypal", "applepay"]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly checkout_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "CheckoutId">;
            readonly checkout_url: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").PaymentProviderUnavailable | typeof import("@fleet/domain/Errors").BillingUnavailable>, import("@fleet/domain/api/BillingScope").CheckoutsLimited | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly pdf: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"pdf", "GET", "/api/billing/invoices/:id/pdf", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Uint8Array>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/BillingScope").InvoiceScope | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly resume: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"resume", "POST", "/api/billing/resume", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly account: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly payer: import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"company">;
                    readonly company_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly vat_id: import("effect/Schema").NullOr<import("effect/Schema").String>;
                    readonly address: import("effect/Schema").Struct<{
                        readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly country: import("effect/Schema").String;
                    }>;
                    readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>, import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"person">;
                    readonly full_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly address: import("effect/Schema").Struct<{
                        readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly country: import("effect/Schema").String;
                    }>;
                    readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>]>;
                readonly vat_id_status: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["valid", "unverified", "invalid"]>>;
                readonly vat: import("effect/Schema").Struct<{
                    readonly treatment: import("effect/Schema").Literals<readonly ["domestic", "reverse_charge", "outside_eu"]>;
                    readonly rate_percent: import("effect/Schema").Finite;
                }>;
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly cycle: import("effect/Schema").Literals<readonly ["monthly", "yearly"]>;
                readonly status: import("effect/Schema").Literals<readonly ["pending", "active", "past_due", "canceled"]>;
                readonly period_starts_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly period_ends_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly next_charge: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly at: import("effect/Schema").DateTimeUtc;
                    readonly net_cents: import("effect/Schema").Finite;
                    readonly vat_cents: import("effect/Schema").Finite;
                    readonly gross_cents: import("effect/Schema").Finite;
                }>>;
                readonly scheduled: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly cycle: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["monthly", "yearly"]>>;
                    readonly addons: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                        readonly seats: import("effect/Schema").Finite;
                        readonly robots: import("effect/Schema").Finite;
                        readonly apps: import("effect/Schema").Finite;
                        readonly app_user_packs: import("effect/Schema").Finite;
                        readonly live_video_packs: import("effect/Schema").Finite;
                    }>>;
                }>>;
                readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                    readonly gross_cents: import("effect/Schema").Finite;
                    readonly due_at: import("effect/Schema").DateTimeUtc;
                    readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                    readonly lock_at: import("effect/Schema").DateTimeUtc;
                    readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>>;
            }>>;
            readonly available: import("effect/Schema").Boolean;
            readonly payment_method: import("effect/Schema").NullOr<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literals<readonly ["card", "applepay"]>;
                readonly brand: import("effect/Schema").String;
                readonly last4: import("effect/Schema").String;
                readonly expires: import("effect/Schema").String;
            }>, import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literal<"paypal">;
                readonly account: import("effect/Schema").String;
            }>]>>;
            readonly payment_method_options: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly method: import("effect/Schema").Literals<readonly ["card", "paypal", "applepay"]>;
                readonly pays_invoice: import("effect/Schema").Boolean;
            }>>;
            readonly invoices: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                readonly kind: import("effect/Schema").Literals<readonly ["invoice", "credit_note"]>;
                readonly number: import("effect/Schema").String;
                readonly corrects: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">>;
                readonly issued_at: import("effect/Schema").DateTimeUtc;
                readonly status: import("effect/Schema").Literals<readonly ["open", "paid", "uncollectible"]>;
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly net_cents: import("effect/Schema").Finite;
                readonly vat_rate_percent: import("effect/Schema").Finite;
                readonly vat_cents: import("effect/Schema").Finite;
                readonly gross_cents: import("effect/Schema").Finite;
            }>>;
            readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                readonly gross_cents: import("effect/Schema").Finite;
                readonly due_at: import("effect/Schema").DateTimeUtc;
                readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly lock_at: import("effect/Schema").DateTimeUtc;
                readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly view: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"view", "GET", "/api/billing", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly account: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly payer: import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"company">;
                    readonly company_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly vat_id: import("effect/Schema").NullOr<import("effect/Schema").String>;
                    readonly address: import("effect/Schema").Struct<{
                        readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly country: import("effect/Schema").String;
                    }>;
                    readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>, import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literal<"person">;
                    readonly full_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly address: import("effect/Schema").Struct<{
                        readonly line1: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly line2: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                        readonly postal_code: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly city: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                        readonly country: import("effect/Schema").String;
                    }>;
                    readonly invoice_email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                    readonly buyer_reference: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly purchase_order: import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>]>;
                readonly vat_id_status: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["valid", "unverified", "invalid"]>>;
                readonly vat: import("effect/Schema").Struct<{
                    readonly treatment: import("effect/Schema").Literals<readonly ["domestic", "reverse_charge", "outside_eu"]>;
                    readonly rate_percent: import("effect/Schema").Finite;
                }>;
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly cycle: import("effect/Schema").Literals<readonly ["monthly", "yearly"]>;
                readonly status: import("effect/Schema").Literals<readonly ["pending", "active", "past_due", "canceled"]>;
                readonly period_starts_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly period_ends_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly next_charge: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly at: import("effect/Schema").DateTimeUtc;
                    readonly net_cents: import("effect/Schema").Finite;
                    readonly vat_cents: import("effect/Schema").Finite;
                    readonly gross_cents: import("effect/Schema").Finite;
                }>>;
                readonly scheduled: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly cycle: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["monthly", "yearly"]>>;
                    readonly addons: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                        readonly seats: import("effect/Schema").Finite;
                        readonly robots: import("effect/Schema").Finite;
                        readonly apps: import("effect/Schema").Finite;
                        readonly app_user_packs: import("effect/Schema").Finite;
                        readonly live_video_packs: import("effect/Schema").Finite;
                    }>>;
                }>>;
                readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                    readonly gross_cents: import("effect/Schema").Finite;
                    readonly due_at: import("effect/Schema").DateTimeUtc;
                    readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                    readonly lock_at: import("effect/Schema").DateTimeUtc;
                    readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>>;
            }>>;
            readonly available: import("effect/Schema").Boolean;
            readonly payment_method: import("effect/Schema").NullOr<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literals<readonly ["card", "applepay"]>;
                readonly brand: import("effect/Schema").String;
                readonly last4: import("effect/Schema").String;
                readonly expires: import("effect/Schema").String;
            }>, import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literal<"paypal">;
                readonly account: import("effect/Schema").String;
            }>]>>;
            readonly payment_method_options: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly method: import("effect/Schema").Literals<readonly ["card", "paypal", "applepay"]>;
                readonly pays_invoice: import("effect/Schema").Boolean;
            }>>;
            readonly invoices: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                readonly kind: import("effect/Schema").Literals<readonly ["invoice", "credit_note"]>;
                readonly number: import("effect/Schema").String;
                readonly corrects: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">>;
                readonly issued_at: import("effect/Schema").DateTimeUtc;
                readonly status: import("effect/Schema").Literals<readonly ["open", "paid", "uncollectible"]>;
                readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
                readonly net_cents: import("effect/Schema").Finite;
                readonly vat_rate_percent: import("effect/Schema").Finite;
                readonly vat_cents: import("effect/Schema").Finite;
                readonly gross_cents: import("effect/Schema").Finite;
            }>>;
            readonly dunning: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly invoice_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
                readonly gross_cents: import("effect/Schema").Finite;
                readonly due_at: import("effect/Schema").DateTimeUtc;
                readonly next_retry_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly lock_at: import("effect/Schema").DateTimeUtc;
                readonly failure: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly xml: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"xml", "GET", "/api/billing/invoices/:id/xml", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "InvoiceId">;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly profile: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["en16931", "xrechnung"]>>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Uint8Array>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TargetStateConflict>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/BillingScope").InvoiceScope | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly billingWebhook: {
        readonly notify: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"notify", "POST", "/api/billing/:provider/webhook", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            provider: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Void>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").InternalError>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly cameras: {
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/robots/:id/cameras", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly cameras: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly slug: import("effect/Schema").String;
                readonly width: import("effect/Schema").Finite;
                readonly height: import("effect/Schema").Finite;
                readonly fps: import("effect/Schema").Finite;
                readonly snapshot_interval_seconds: import("effect/Schema").Finite;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidUuid | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly snapshot: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"snapshot", "GET", "/api/robots/:id/cameras/:slug/snapshot", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, never, never, import("effect/http-api/HttpApiSchema").StreamUint8Array, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NoSnapshotYet>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").CommandScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly snapshotMeta: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"snapshotMeta", "GET", "/api/robots/:id/cameras/:slug/snapshot/meta", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly slug: import("effect/Schema").String;
            readonly timestamp_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly age_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly width: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly height: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly mime: import("effect/Schema").NullOr<import("effect/Schema").String>;
        }>>, never, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").CommandScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly client: {
        readonly robots: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"robots", "GET", "/api/client/robots", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly robots: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly name: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly bridge_state: import("effect/Schema").Struct<{
                    readonly online: import("effect/Schema").Boolean;
                    readonly latency_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly low_bandwidth: import("effect/Schema").Boolean;
                }>;
                readonly published_version: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly clientAuth: {
        readonly acceptInvitation: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"acceptInvitation", "POST", "/api/client/invitations/accept", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly password: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
            readonly token: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").EmailTaken | typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly changePassword: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"changePassword", "POST", "/api/client/password/change", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly current_password: import("effect/Schema").String;
            readonly new_password: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCredentials | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/Access").AppUserSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly confirmReset: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"confirmReset", "POST", "/api/client/password/reset/confirm", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly token: import("effect/Schema").String;
            readonly new_password: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly login: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"login", "POST", "/api/client/login", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly app_identifier: import("effect/Schema").String;
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly password: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCredentials | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly logout: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"logout", "POST", "/api/client/logout", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly refresh_token: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly me: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"me", "GET", "/api/client/me", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly kind: import("effect/Schema").Literals<readonly ["developer", "app_user", "server_key"]>;
            readonly developer_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">>;
            readonly app_user_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppUserId">>;
            readonly server_key_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "ServerKeyId">>;
            readonly app_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">>;
            readonly role_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>;
            readonly email: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly two_factor_enabled: import("effect/Schema").NullOr<import("effect/Schema").Boolean>;
        }>>, never, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly providers: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"providers", "GET", "/api/client/providers", never, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly app_identifier: import("effect/Schema").String;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly providers: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly slug: import("effect/Schema").String;
                readonly name: import("effect/Schema").String;
            }>>;
            readonly sign_in_methods: import("effect/Schema").Struct<{
                readonly password: import("effect/Schema").Boolean;
                readonly email_code: import("effect/Schema").Boolean;
            }>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly refresh: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"refresh", "POST", "/api/client/refresh", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly refresh_token: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenExpired | typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").OrgLocked>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly register: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"register", "POST", "/api/client/register", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly password: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
            readonly app_identifier: import("effect/Schema").String;
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").RegistrationClosed | typeof import("@fleet/domain/Errors").DomainNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").PlanLimit | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly requestCode: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"requestCode", "POST", "/api/client/login/code", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            app_identifier: import("effect/Schema").String;
            email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly resendVerification: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"resendVerification", "POST", "/api/client/resend-verification", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            app_identifier: import("effect/Schema").String;
            email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly resetPassword: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"resetPassword", "POST", "/api/client/password/reset", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            app_identifier: import("effect/Schema").String;
            email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly verifyCode: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"verifyCode", "POST", "/api/client/login/code/verify", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly app_identifier: import("effect/Schema").String;
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly verifyEmail: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"verifyEmail", "POST", "/api/client/verify-email", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly token: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly clientOidc: {
        readonly callback: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"callback", "GET", "/api/client/oidc/callback", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Void>, never, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly exchange: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"exchange", "POST", "/api/client/oidc/exchange", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly code: import("effect/Schema").String;
            readonly code_verifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly start: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"start", "GET", "/api/client/oidc/:slug/start", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            slug: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly app_identifier: import("effect/Schema").String;
            readonly redirect_uri: import("effect/Schema").String;
            readonly state: import("effect/Schema").String;
            readonly code_challenge: import("effect/Schema").String;
            readonly code_challenge_method: import("effect/Schema").optionalKey<import("effect/Schema").Literal<"S256">>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Void>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").InvalidRedirectUri | typeof import("@fleet/domain/Errors").ProviderDisabled | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").ProviderMisconfigured | typeof import("@fleet/domain/Errors").IdpUnavailable>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly clientTwoFactor: {
        readonly confirm: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"confirm", "POST", "/api/client/two-factor/setup/confirm", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly challenge: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly recovery_codes: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly session: import("effect/Schema").Struct<{
                readonly access_token: import("effect/Schema").String;
                readonly refresh_token: import("effect/Schema").String;
                readonly token_type: import("effect/Schema").Literal<"Bearer">;
                readonly expires_in: import("effect/Schema").Finite;
                readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            }>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/Access").ChallengeOrAppUser | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly remove: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"remove", "DELETE", "/api/client/two-factor", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/Access").AppUserSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly setup: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setup", "POST", "/api/client/two-factor/setup", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Null | import("effect/Schema").Struct<{
            readonly challenge: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly secret: import("effect/Schema").String;
            readonly otpauth_url: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/Access").ChallengeOrAppUser | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly verify: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"verify", "POST", "/api/client/two-factor/verify", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly challenge: import("effect/Schema").String;
        } & {
            readonly code: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly recovery_code: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly config: {
        readonly draft: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"draft", "GET", "/api/robots/:id/config/draft", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/http-api/HttpApiSchema").WithHeaders<import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly doc: import("effect/Schema").NullOr<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>;
            readonly source: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            readonly issues: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly path: import("effect/Schema").String;
                readonly slug: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly code: import("effect/Schema").Literals<readonly ["unknown_key", "explicit_null", "invalid_rate", "requires_single_field", "invalid_condition", "constraint_not_allowed_for_type", "value_type_mismatch", "failsafe_has_parameters", "too_big", "too_small", "invalid_type", "invalid_value", "invalid_format", "missing_key", "custom", "reserved_slug", "duplicate_slug", "undeclared_parameter", "unused_parameter", "unknown_message", "nested_message_reference", "unknown_topic", "unknown_field_path", "type_mismatch", "requires_numeric_field", "unknown_type", "checks_skipped"]>;
                readonly message: import("effect/Schema").String;
                readonly severity: import("effect/Schema").Literals<readonly ["error", "warning"]>;
            }>>;
            readonly more: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            etag: import("effect/Schema").String;
        }>>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly publish: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"publish", "POST", "/api/robots/:id/config/publish", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly publish_key: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly version: import("effect/Schema").Finite;
            readonly published_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").NothingToPublish | typeof import("@fleet/domain/Errors").ConfigInvalid>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly putDraft: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putDraft", "PUT", "/api/robots/:id/config/draft", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly source: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            "if-match": import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, import("effect/http-api/HttpApiSchema").WithHeaders<import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly doc: import("effect/Schema").NullOr<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>;
            readonly source: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            readonly issues: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly path: import("effect/Schema").String;
                readonly slug: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly code: import("effect/Schema").Literals<readonly ["unknown_key", "explicit_null", "invalid_rate", "requires_single_field", "invalid_condition", "constraint_not_allowed_for_type", "value_type_mismatch", "failsafe_has_parameters", "too_big", "too_small", "invalid_type", "invalid_value", "invalid_format", "missing_key", "custom", "reserved_slug", "duplicate_slug", "undeclared_parameter", "unused_parameter", "unknown_message", "nested_message_reference", "unknown_topic", "unknown_field_path", "type_mismatch", "requires_numeric_field", "unknown_type", "checks_skipped"]>;
                readonly message: import("effect/Schema").String;
                readonly severity: import("effect/Schema").Literals<readonly ["error", "warning"]>;
            }>>;
            readonly more: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            etag: import("effect/Schema").String;
        }>>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").ConfigConflict | typeof import("@fleet/domain/Errors").InvalidYaml | typeof import("@fleet/domain/Errors").UnstorableYaml>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly renameSlug: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"renameSlug", "POST", "/api/robots/:id/config/rename-slug", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly from: import("effect/Schema").String;
            readonly to: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly rewritten_grants: import("effect/Schema").Finite;
            readonly history_moved: import("effect/Schema").Boolean;
            readonly requires_publish: import("effect/Schema").Literal<true>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").UnknownSlug | typeof import("@fleet/domain/Errors").ReservedSlug | typeof import("@fleet/domain/Errors").DuplicateSlug | typeof import("@fleet/domain/Errors").DraftNotADocument>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly restore: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"restore", "POST", "/api/robots/:id/config/versions/:version/restore", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            version: import("effect/Schema").String;
        }>>, never, never, never, import("effect/http-api/HttpApiSchema").WithHeaders<import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly doc: import("effect/Schema").NullOr<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>;
            readonly source: import("effect/Schema").String;
            readonly updated_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            readonly issues: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly path: import("effect/Schema").String;
                readonly slug: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly code: import("effect/Schema").Literals<readonly ["unknown_key", "explicit_null", "invalid_rate", "requires_single_field", "invalid_condition", "constraint_not_allowed_for_type", "value_type_mismatch", "failsafe_has_parameters", "too_big", "too_small", "invalid_type", "invalid_value", "invalid_format", "missing_key", "custom", "reserved_slug", "duplicate_slug", "undeclared_parameter", "unused_parameter", "unknown_message", "nested_message_reference", "unknown_topic", "unknown_field_path", "type_mismatch", "requires_numeric_field", "unknown_type", "checks_skipped"]>;
                readonly message: import("effect/Schema").String;
                readonly severity: import("effect/Schema").Literals<readonly ["error", "warning"]>;
            }>>;
            readonly more: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            etag: import("effect/Schema").String;
        }>>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly slugUsage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"slugUsage", "GET", "/api/robots/:id/config/slug-usage/:slug", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly grant_count: import("effect/Schema").Finite;
            readonly app_identifiers: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly has_recorded_history: import("effect/Schema").Boolean;
            readonly alert_count: import("effect/Schema").Finite;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").UnknownSlug | typeof import("@fleet/domain/Errors").DraftNotADocument>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly version: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"version", "GET", "/api/robots/:id/config/versions/:version", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            version: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly version: import("effect/Schema").Finite;
            readonly published_at: import("effect/Schema").DateTimeUtc;
            readonly doc: import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>;
            readonly source: import("effect/Schema").String;
            readonly issues: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly path: import("effect/Schema").String;
                readonly slug: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly code: import("effect/Schema").Literals<readonly ["unknown_key", "explicit_null", "invalid_rate", "requires_single_field", "invalid_condition", "constraint_not_allowed_for_type", "value_type_mismatch", "failsafe_has_parameters", "too_big", "too_small", "invalid_type", "invalid_value", "invalid_format", "missing_key", "custom", "reserved_slug", "duplicate_slug", "undeclared_parameter", "unused_parameter", "unknown_message", "nested_message_reference", "unknown_topic", "unknown_field_path", "type_mismatch", "requires_numeric_field", "unknown_type", "checks_skipped"]>;
                readonly message: import("effect/Schema").String;
                readonly severity: import("effect/Schema").Literals<readonly ["error", "warning"]>;
            }>>;
            readonly more: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly versions: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"versions", "GET", "/api/robots/:id/config/versions", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly versions: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly version: import("effect/Schema").Finite;
                readonly published_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
    };
    readonly datapoints: {
        readonly datasheet: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"datasheet", "GET", "/api/robots/:id/datasheet", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            readonly robot_name: import("effect/Schema").String;
            readonly capabilities: import("effect/Schema").Struct<{
                readonly action_history: import("effect/Schema").Boolean;
                readonly assets: import("effect/Schema").Boolean;
            }>;
            readonly exposures: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly slug: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literals<readonly ["datapoint", "action", "service", "publisher", "camera"]>;
                readonly description: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly unit: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly decimals: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly input_schema: import("effect/Schema").NullOr<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>;
                readonly failsafe_timeout_ms: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").Finite>>;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidUuid | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly export: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"export", "GET", "/api/robots/:id/datapoints/:slug/history/export", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly from: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly to: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly field: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly format: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["csv", "ndjson", "mcap"]>>;
        }>>, never, never, import("effect/http-api/HttpApiSchema").StreamUint8Array, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidRange | typeof import("@fleet/domain/Errors").NotRecorded>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RobotScope").DatapointScope | import("@fleet/domain/api/HistoryExportsLimited").HistoryExportsLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/robots/:id/datapoints/:slug", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly slug: import("effect/Schema").String;
            readonly value: import("effect/Schema").Unknown;
            readonly timestamp_ms: import("effect/Schema").Finite;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NoData>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RobotScope").DatapointScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly history: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"history", "GET", "/api/robots/:id/datapoints/:slug/history", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly from: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly to: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly window: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly agg: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["avg", "min", "max", "last", "count"]>>;
            readonly field: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly tz: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly limit: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly slug: import("effect/Schema").String;
            readonly kind: import("effect/Schema").Literal<"samples">;
            readonly samples: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly timestamp_ms: import("effect/Schema").Finite;
                readonly value: import("effect/Schema").Unknown;
            }>>;
            readonly truncated: import("effect/Schema").Boolean;
            readonly truncated_by: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["limit", "bytes"]>>;
        }>, import("effect/Schema").Struct<{
            readonly slug: import("effect/Schema").String;
            readonly kind: import("effect/Schema").Literal<"buckets">;
            readonly window_ms: import("effect/Schema").Finite;
            readonly agg: import("effect/Schema").Literals<readonly ["avg", "min", "max", "last", "count"]>;
            readonly buckets: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly bucket_start_ms: import("effect/Schema").Finite;
                readonly value: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                readonly sample_count: import("effect/Schema").Finite;
            }>>;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidRange | typeof import("@fleet/domain/Errors").NotRecorded | typeof import("@fleet/domain/Errors").NotAggregatable | typeof import("@fleet/domain/Errors").AtCapacity>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RobotScope").DatapointScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/robots/:id/datapoints", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly datapoints: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly slug: import("effect/Schema").String;
                readonly builtin: import("effect/Schema").Boolean;
                readonly unit: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly rate_throttle_hz: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidUuid | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly developerFactors: {
        readonly confirmTotp: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"confirmTotp", "POST", "/api/auth/totp/confirm", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly recovery_codes: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").String>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").TokenSpent>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/DeveloperFactorsApi").TotpConfirmLimited, never>, LocalFailure, never>;
        readonly createPasskey: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"createPasskey", "POST", "/api/auth/passkeys", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly credential: import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly passkey: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly name: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly last_used_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly synced: import("effect/Schema").NullOr<import("effect/Schema").Boolean>;
            }>;
            readonly recovery_codes: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").String>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly deletePasskey: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"deletePasskey", "DELETE", "/api/auth/passkeys/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TargetStateConflict>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/DeveloperFactorsApi").PasskeyScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly deleteTotp: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"deleteTotp", "DELETE", "/api/auth/totp", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TargetStateConflict>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/auth/two-factor", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly passkeys: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly name: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly last_used_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly synced: import("effect/Schema").NullOr<import("effect/Schema").Boolean>;
            }>>;
            readonly authenticator: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>>;
            readonly recovery_codes_left: import("effect/Schema").Finite;
            readonly required_by_org: import("effect/Schema").Boolean;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly passkeyOptions: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"passkeyOptions", "POST", "/api/auth/passkeys/options", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly options: import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly recoveryCodes: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"recoveryCodes", "POST", "/api/auth/recovery-codes", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly recovery_codes: import("effect/Schema").$Array<import("effect/Schema").String>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TargetStateConflict>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly renamePasskey: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"renamePasskey", "PATCH", "/api/auth/passkeys/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly name: import("effect/Schema").String;
            readonly created_at: import("effect/Schema").DateTimeUtc;
            readonly last_used_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            readonly synced: import("effect/Schema").NullOr<import("effect/Schema").Boolean>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/DeveloperFactorsApi").PasskeyScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly setUpTotp: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setUpTotp", "POST", "/api/auth/totp", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly secret: import("effect/Schema").String;
            readonly otpauth_url: import("effect/Schema").String;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly developerMcp: {
        readonly grants: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"grants", "GET", "/api/auth/mcp/grants", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly grants: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly client_id: import("effect/Schema").String;
                readonly client_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly client_name_verified: import("effect/Schema").Literal<false>;
                readonly scopes: import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["robots:read", "robots:control"]>>;
                readonly granted_at: import("effect/Schema").DateTimeUtc;
                readonly last_used_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly withdraw: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"withdraw", "DELETE", "/api/auth/mcp/grants/:clientId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            clientId: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly health: {
        readonly healthz: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"healthz", "GET", "/healthz", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly ok: import("effect/Schema").Literal<true>;
            readonly version: import("effect/Schema").String;
        }>>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly readyz: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"readyz", "GET", "/readyz", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly ok: import("effect/Schema").Literal<true>;
            readonly dependencies: import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Boolean>;
        }> | import("effect/Schema").Struct<{
            readonly ok: import("effect/Schema").Literal<false>;
            readonly dependencies: import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Boolean>;
        }>>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly hosted: {
        readonly code: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"code", "POST", "/app/:identifier/sign-in/code", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted | import("effect/Schema").String>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly codeVerify: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"codeVerify", "POST", "/app/:identifier/sign-in/code/verify", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly confirm: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"confirm", "POST", "/app/:identifier/two-factor/setup/confirm", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly challenge: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Struct<{
            readonly recovery_codes: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly session: import("effect/Schema").Struct<{
                readonly access_token: import("effect/Schema").String;
                readonly refresh_token: import("effect/Schema").String;
                readonly token_type: import("effect/Schema").Literal<"Bearer">;
                readonly expires_in: import("effect/Schema").Finite;
                readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            }>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").Unauthorized | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly done: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"done", "GET", "/app/:identifier/done", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly forgot: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"forgot", "POST", "/app/:identifier/forgot", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted | import("effect/Schema").String>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly forgotPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"forgotPage", "GET", "/app/:identifier/forgot", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly invite: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"invite", "POST", "/app/:identifier/invite", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly password: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
            readonly token: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").EmailTaken | typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly invitePage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"invitePage", "GET", "/app/:identifier/invite/:token", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            token: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly logo: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"logo", "GET", "/app/:identifier/logo", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Uint8Array>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly mcpCode: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"mcpCode", "POST", "/app/:identifier/mcp/:interaction/code", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            interaction: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted | import("effect/Schema").String>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly mcpCodeVerify: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"mcpCodeVerify", "POST", "/app/:identifier/mcp/:interaction/code/verify", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            interaction: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly mcpConfirm: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"mcpConfirm", "POST", "/app/:identifier/mcp/confirm/:confirmation", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            confirmation: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly decision: import("effect/Schema").Literals<readonly ["approve", "deny"]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent | import("effect/Schema").String>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Unauthorized | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").InteractionExpired | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly mcpConfirmPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"mcpConfirmPage", "GET", "/app/:identifier/mcp/confirm/:confirmation", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            confirmation: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly mcpConsent: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"mcpConsent", "POST", "/app/:identifier/mcp/:interaction/consent", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            interaction: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly decision: import("effect/Schema").Literals<readonly ["approve", "deny"]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Struct<{
            readonly redirect_to: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Unauthorized | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").InteractionExpired | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly mcpPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"mcpPage", "GET", "/app/:identifier/mcp/:interaction", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            interaction: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly mcpPassword: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"mcpPassword", "POST", "/app/:identifier/mcp/:interaction/password", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            interaction: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly password: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCredentials | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly preview: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"preview", "GET", "/app/:identifier/preview", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly providerReturn: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"providerReturn", "GET", "/app/:identifier/sign-in/return", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly providerStart: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"providerStart", "GET", "/app/:identifier/sign-in/with/:slug", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            slug: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly resend: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"resend", "POST", "/app/:identifier/verify/resend", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted | import("effect/Schema").String>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly reset: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"reset", "POST", "/app/:identifier/reset", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly token: import("effect/Schema").String;
            readonly new_password: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly resetPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"resetPage", "GET", "/app/:identifier/reset/:token", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            token: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly result: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"result", "GET", "/app/:identifier/result/:result", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            result: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly setup: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setup", "POST", "/app/:identifier/two-factor/setup", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly challenge: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Struct<{
            readonly secret: import("effect/Schema").String;
            readonly otpauth_url: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Unauthorized | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly signIn: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"signIn", "POST", "/app/:identifier/sign-in", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly password: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCredentials | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").MethodNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly signInPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"signInPage", "GET", "/app/:identifier/sign-in", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly signUp: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"signUp", "POST", "/app/:identifier/sign-up", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly password: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted | import("effect/Schema").String>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").RegistrationClosed | typeof import("@fleet/domain/Errors").DomainNotAllowed | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").PlanLimit | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly signUpPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"signUpPage", "GET", "/app/:identifier/sign-up", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly theme: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"theme", "GET", "/app/:identifier/theme.css", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly twoFactor: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"twoFactor", "POST", "/app/:identifier/two-factor", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly challenge: import("effect/Schema").String;
        } & {
            readonly code: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly recovery_code: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly verify: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"verify", "POST", "/app/:identifier/verify", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly token: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").String | import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
        }>, import("effect/Schema").Struct<{
            readonly password_reset_needed: import("effect/Schema").optionalKey<import("effect/Schema").Literal<true>>;
            readonly status: import("effect/Schema").Literals<readonly ["two_factor_required", "two_factor_setup_required"]>;
            readonly challenge: import("effect/Schema").String;
        }>]>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly verifyPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"verifyPage", "GET", "/app/:identifier/verify/:token", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            identifier: import("effect/Schema").String;
            token: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly introspection: {
        readonly fetchTypes: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"fetchTypes", "POST", "/api/robots/:id/types/fetch", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly type_names: import("effect/Schema").$Array<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly types: import("effect/Schema").$Array<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                readonly name: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literal<"msg">;
                readonly fields: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
            }>, import("effect/Schema").Struct<{
                readonly name: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literal<"srv">;
                readonly request: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
                readonly response: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
            }>, import("effect/Schema").Struct<{
                readonly name: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literal<"action">;
                readonly goal: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
                readonly result: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
                readonly feedback: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
            }>]>>;
            readonly unresolved: import("effect/Schema").$Array<import("effect/Schema").String>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").RobotOffline | typeof import("@fleet/domain/Errors").BridgeTimeout>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/robots/:id/introspection", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").NullOr<import("effect/Schema").Struct<{
            readonly graph: import("effect/Schema").Struct<{
                readonly topics: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly types: import("effect/Schema").$Array<import("effect/Schema").String>;
                }>>;
                readonly services: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly types: import("effect/Schema").$Array<import("effect/Schema").String>;
                }>>;
                readonly actions: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly types: import("effect/Schema").$Array<import("effect/Schema").String>;
                }>>;
                readonly captured_at_ms: import("effect/Schema").Finite;
            }>;
            readonly fetched_at: import("effect/Schema").DateTimeUtc;
            readonly stale: import("effect/Schema").Boolean;
        }>>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly refresh: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"refresh", "POST", "/api/robots/:id/introspection/refresh", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly graph: import("effect/Schema").Struct<{
                readonly topics: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly types: import("effect/Schema").$Array<import("effect/Schema").String>;
                }>>;
                readonly services: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly types: import("effect/Schema").$Array<import("effect/Schema").String>;
                }>>;
                readonly actions: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly types: import("effect/Schema").$Array<import("effect/Schema").String>;
                }>>;
                readonly captured_at_ms: import("effect/Schema").Finite;
            }>;
            readonly fetched_at: import("effect/Schema").DateTimeUtc;
            readonly stale: import("effect/Schema").Boolean;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").RobotOffline | typeof import("@fleet/domain/Errors").BridgeTimeout | typeof import("@fleet/domain/Errors").RobotFailure>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly types: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"types", "GET", "/api/robots/:id/types", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly types: import("effect/Schema").$Array<import("effect/Schema").Union<readonly [import("effect/Schema").Struct<{
                readonly name: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literal<"msg">;
                readonly fields: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
            }>, import("effect/Schema").Struct<{
                readonly name: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literal<"srv">;
                readonly request: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
                readonly response: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
            }>, import("effect/Schema").Struct<{
                readonly name: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literal<"action">;
                readonly goal: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
                readonly result: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
                readonly feedback: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly name: import("effect/Schema").String;
                    readonly type: import("effect/Schema").String;
                    readonly array: import("effect/Schema").Boolean;
                    readonly fields: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").suspend<import("effect/Schema").Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
                }>>;
            }>]>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
    };
    readonly invitations: {
        readonly accept: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"accept", "POST", "/api/org/invitations/accept", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly token: import("effect/Schema").String;
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").EmailTaken | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly jobs: {
        readonly cancel: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"cancel", "POST", "/api/robots/:id/jobs/:slug/cancel", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Null | import("effect/Schema").Struct<{
            readonly job_id: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly job: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slug: import("effect/Schema").String;
                readonly state: import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>;
                readonly origin: import("effect/Schema").Literals<readonly ["platform", "external"]>;
                readonly started_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
                readonly seq: import("effect/Schema").Finite;
                readonly result: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly code: import("effect/Schema").String;
                    readonly message: import("effect/Schema").String;
                    readonly details: import("effect/Schema").optionalKey<import("effect/Schema").Unknown>;
                }>>;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").CancelRejected | typeof import("@fleet/domain/Errors").RobotOffline | typeof import("@fleet/domain/Errors").NotCancellable | typeof import("@fleet/domain/Errors").BridgeTimeout | typeof import("@fleet/domain/Errors").RobotFailure>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").CommandScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/robots/:id/jobs/:slug", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly job: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slug: import("effect/Schema").String;
                readonly state: import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>;
                readonly origin: import("effect/Schema").Literals<readonly ["platform", "external"]>;
                readonly started_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
                readonly seq: import("effect/Schema").Finite;
                readonly result: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly code: import("effect/Schema").String;
                    readonly message: import("effect/Schema").String;
                    readonly details: import("effect/Schema").optionalKey<import("effect/Schema").Unknown>;
                }>>;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").CommandScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly history: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"history", "GET", "/api/robots/:id/jobs/history", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            before_seq: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            limit: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            slug: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            state: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>>;
            kind: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["action", "service"]>>;
            from_ms: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            to_ms: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly runs: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slug: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literals<readonly ["action", "service"]>;
                readonly state: import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>;
                readonly started_at: import("effect/Schema").DateTimeUtc;
                readonly ended_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly duration_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly result: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly code: import("effect/Schema").String;
                    readonly message: import("effect/Schema").String;
                    readonly details: import("effect/Schema").optionalKey<import("effect/Schema").Unknown>;
                }>>;
                readonly actor: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literals<readonly ["developer", "app_user", "server_key"]>;
                    readonly id: import("effect/Schema").String;
                    readonly label: import("effect/Schema").String;
                    readonly name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>>;
                readonly seq: import("effect/Schema").Finite;
                readonly progress: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly feedback: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
            }>>;
            readonly next_cursor: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").JobHistoryScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/robots/:id/jobs", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly jobs: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slug: import("effect/Schema").String;
                readonly state: import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>;
                readonly origin: import("effect/Schema").Literals<readonly ["platform", "external"]>;
                readonly started_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
                readonly seq: import("effect/Schema").Finite;
                readonly result: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly code: import("effect/Schema").String;
                    readonly message: import("effect/Schema").String;
                    readonly details: import("effect/Schema").optionalKey<import("effect/Schema").Unknown>;
                }>>;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidUuid | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly orgRuns: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"orgRuns", "GET", "/api/org/jobs", never, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly before_seq: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            readonly limit: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            readonly slug: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly state: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>>;
            readonly kind: import("effect/Schema").optionalKey<import("effect/Schema").Literals<readonly ["action", "service"]>>;
            readonly from_ms: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            readonly to_ms: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            readonly robot_id: import("effect/Schema").optionalKey<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly runs: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slug: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literals<readonly ["action", "service"]>;
                readonly state: import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>;
                readonly started_at: import("effect/Schema").DateTimeUtc;
                readonly ended_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly duration_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly result: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly code: import("effect/Schema").String;
                    readonly message: import("effect/Schema").String;
                    readonly details: import("effect/Schema").optionalKey<import("effect/Schema").Unknown>;
                }>>;
                readonly actor: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literals<readonly ["developer", "app_user", "server_key"]>;
                    readonly id: import("effect/Schema").String;
                    readonly label: import("effect/Schema").String;
                    readonly name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>>;
                readonly seq: import("effect/Schema").Finite;
                readonly progress: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly feedback: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
            }>>;
            readonly next_cursor: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly orgSummary: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"orgSummary", "GET", "/api/org/jobs/summary", never, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly since_ms: import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly running: import("effect/Schema").Finite;
            readonly started: import("effect/Schema").Finite;
            readonly failed: import("effect/Schema").Finite;
            readonly since_ms: import("effect/Schema").Finite;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly publish: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"publish", "POST", "/api/robots/:id/publishers/:slug", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly message: import("effect/Schema").optionalKey<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ParameterInvalid | typeof import("@fleet/domain/Errors").RobotOffline | typeof import("@fleet/domain/Errors").PublisherBusy>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").CommandScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly release: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"release", "POST", "/api/robots/:id/publishers/:slug/release", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").RobotOffline>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").CommandScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly run: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"run", "GET", "/api/robots/:id/jobs/history/:runId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            runId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">;
            readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            readonly slug: import("effect/Schema").String;
            readonly kind: import("effect/Schema").Literals<readonly ["action", "service"]>;
            readonly state: import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>;
            readonly started_at: import("effect/Schema").DateTimeUtc;
            readonly ended_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            readonly duration_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly result: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
            readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly code: import("effect/Schema").String;
                readonly message: import("effect/Schema").String;
                readonly details: import("effect/Schema").optionalKey<import("effect/Schema").Unknown>;
            }>>;
            readonly actor: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literals<readonly ["developer", "app_user", "server_key"]>;
                readonly id: import("effect/Schema").String;
                readonly label: import("effect/Schema").String;
                readonly name: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>>;
            readonly seq: import("effect/Schema").Finite;
            readonly progress: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly feedback: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").JobHistoryScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly start: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"start", "POST", "/api/robots/:id/jobs/:slug", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly params: import("effect/Schema").optionalKey<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>;
            readonly patience_ms: import("effect/Schema").optionalKey<import("effect/Schema").Finite>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly job: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slug: import("effect/Schema").String;
                readonly state: import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>;
                readonly origin: import("effect/Schema").Literals<readonly ["platform", "external"]>;
                readonly started_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
                readonly seq: import("effect/Schema").Finite;
                readonly result: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly code: import("effect/Schema").String;
                    readonly message: import("effect/Schema").String;
                    readonly details: import("effect/Schema").optionalKey<import("effect/Schema").Unknown>;
                }>>;
            }>;
            readonly kind: import("effect/Schema").tag<"action">;
        }> | import("effect/Schema").Struct<{
            readonly result: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ParameterInvalid | typeof import("@fleet/domain/Errors").Busy | typeof import("@fleet/domain/Errors").RobotOffline | typeof import("@fleet/domain/Errors").InternalError | typeof import("@fleet/domain/Errors").BridgeTimeout | typeof import("@fleet/domain/Errors").RobotFailure>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").CommandScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly stop: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"stop", "POST", "/api/robots/:id/stop", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Null | import("effect/Schema").Struct<{
            readonly all: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly cancelled: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "JobId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slug: import("effect/Schema").String;
                readonly state: import("effect/Schema").Literals<readonly ["running", "unknown", "succeeded", "failed", "cancelled", "lost"]>;
                readonly origin: import("effect/Schema").Literals<readonly ["platform", "external"]>;
                readonly started_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
                readonly seq: import("effect/Schema").Finite;
                readonly result: import("effect/Schema").NullOr<import("effect/Schema").Unknown>;
                readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly code: import("effect/Schema").String;
                    readonly message: import("effect/Schema").String;
                    readonly details: import("effect/Schema").optionalKey<import("effect/Schema").Unknown>;
                }>>;
            }>>;
            readonly failsafes: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly warnings: import("effect/Schema").$Array<import("effect/Schema").String>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").RobotOffline>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/CommandScope").StopScope, never>, LocalFailure, never>;
    };
    readonly live: {
        readonly end: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"end", "DELETE", "/api/robots/:id/cameras/:slug/live", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly session_id: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").CommandScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly start: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"start", "POST", "/api/robots/:id/cameras/:slug/live", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            slug: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly session_id: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly url: import("effect/Schema").String;
            readonly room: import("effect/Schema").String;
            readonly token: import("effect/Schema").String;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").PlanLimit | typeof import("@fleet/domain/Errors").RobotOffline | typeof import("@fleet/domain/Errors").CameraOffline | typeof import("@fleet/domain/Errors").LiveUnavailable>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/CommandScope").CommandScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly mailTemplates: {
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/apps/:id/mail-templates/:kind", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            kind: import("effect/Schema").Literals<readonly ["invite", "verify", "reset", "login_code"]>;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/apps/:id/mail-templates/:kind", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            kind: import("effect/Schema").Literals<readonly ["invite", "verify", "reset", "login_code"]>;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly kind: import("effect/Schema").Literals<readonly ["invite", "verify", "reset", "login_code"]>;
            readonly subject: import("effect/Schema").String;
            readonly text: import("effect/Schema").String;
            readonly html: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/apps/:id/mail-templates", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly templates: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literals<readonly ["invite", "verify", "reset", "login_code"]>;
                readonly subject: import("effect/Schema").String;
                readonly text: import("effect/Schema").String;
                readonly html: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly preview: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"preview", "POST", "/api/apps/:id/mail-templates/:kind/preview", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            kind: import("effect/Schema").Literals<readonly ["invite", "verify", "reset", "login_code"]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            subject: import("effect/Schema").String;
            text: import("effect/Schema").String;
            html: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").String>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly subject: import("effect/Schema").String;
            readonly text: import("effect/Schema").String;
            readonly html: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly html_url: import("effect/Schema").NullOr<import("effect/Schema").String>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").TemplateInvalid>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/MailTemplatesApi").MailTemplateLimit | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly put: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"put", "PUT", "/api/apps/:id/mail-templates/:kind", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            kind: import("effect/Schema").Literals<readonly ["invite", "verify", "reset", "login_code"]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            subject: import("effect/Schema").String;
            text: import("effect/Schema").String;
            html: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").String>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly kind: import("effect/Schema").Literals<readonly ["invite", "verify", "reset", "login_code"]>;
            readonly subject: import("effect/Schema").String;
            readonly text: import("effect/Schema").String;
            readonly html: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").TemplateInvalid>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/MailTemplatesApi").MailTemplateLimit | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly test: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"test", "POST", "/api/apps/:id/mail-templates/:kind/test", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            kind: import("effect/Schema").Literals<readonly ["invite", "verify", "reset", "login_code"]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            subject: import("effect/Schema").String;
            text: import("effect/Schema").String;
            html: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").String>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly mail: import("effect/Schema").Literals<readonly ["sent", "not_configured", "failed"]>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").TemplateInvalid>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/MailTemplatesApi").MailTemplateLimit | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly mcp: {
        readonly approve: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"approve", "POST", "/api/client/mcp/interactions/:id/approve", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly redirect_to: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").InteractionExpired | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/Access").AppUserSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly deny: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"deny", "POST", "/api/client/mcp/interactions/:id/deny", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly redirect_to: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").InteractionExpired | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/Access").AppUserSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly grants: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"grants", "GET", "/api/client/mcp/grants", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly grants: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly client_id: import("effect/Schema").String;
                readonly client_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly client_name_verified: import("effect/Schema").Literal<false>;
                readonly scopes: import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["robots:read", "robots:control"]>>;
                readonly granted_at: import("effect/Schema").DateTimeUtc;
                readonly last_used_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").AppUserSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly interaction: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"interaction", "GET", "/api/client/mcp/interactions/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly client_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly client_name_verified: import("effect/Schema").Literal<false>;
            readonly scopes: import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["robots:read", "robots:control"]>>;
            readonly already_granted: import("effect/Schema").Boolean;
            readonly redirect_host: import("effect/Schema").String;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").InteractionExpired>, import("@fleet/domain/api/Access").MaybeAppUser | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly withdraw: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"withdraw", "DELETE", "/api/client/mcp/grants/:clientId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            clientId: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/Access").AppUserSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly mcpClients: {
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/apps/:id/mcp/clients", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly clients: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly client_id: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly client_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly client_name_verified: import("effect/Schema").Literal<false>;
                readonly user_agent: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly first_seen_at: import("effect/Schema").DateTimeUtc;
                readonly last_seen_at: import("effect/Schema").DateTimeUtc;
                readonly requests: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literals<readonly ["document", "missing_document", "registration", "authorize", "token", "refresh", "call"]>;
                    readonly at: import("effect/Schema").DateTimeUtc;
                    readonly ok: import("effect/Schema").Boolean;
                    readonly detail: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>>;
                readonly advice: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly code: import("effect/Schema").Literals<readonly ["refused", "missing_document", "not_registered", "no_decision", "no_token", "no_call", "call_refused", "known_quirk"]>;
                    readonly message: import("effect/Schema").String;
                }>>;
            }>>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly oidcProviders: {
        readonly create: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"create", "POST", "/api/apps/:id/oidc-providers", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly slug: import("effect/Schema").String;
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly issuer: import("effect/Schema").String;
            readonly client_id: import("effect/Schema").String;
            readonly client_secret: import("effect/Schema").String;
            readonly scopes: import("effect/Schema").optionalKey<import("effect/Schema").$Array<import("effect/Schema").String>>;
            readonly link_verified_emails: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
            readonly enabled: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OidcProviderId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly slug: import("effect/Schema").String;
            readonly name: import("effect/Schema").String;
            readonly issuer: import("effect/Schema").String;
            readonly client_id: import("effect/Schema").String;
            readonly scopes: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly link_verified_emails: import("effect/Schema").Boolean;
            readonly enabled: import("effect/Schema").Boolean;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").DuplicateSlug | typeof import("@fleet/domain/Errors").ProviderMisconfigured | typeof import("@fleet/domain/Errors").IdpUnavailable>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/AppScope").OidcPlanRequired | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/apps/:id/oidc-providers/:providerId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            providerId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OidcProviderId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/AppScope").OidcPlanRequired | import("@fleet/domain/api/AppScope").OidcProviderScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/apps/:id/oidc-providers/:providerId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            providerId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OidcProviderId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OidcProviderId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly slug: import("effect/Schema").String;
            readonly name: import("effect/Schema").String;
            readonly issuer: import("effect/Schema").String;
            readonly client_id: import("effect/Schema").String;
            readonly scopes: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly link_verified_emails: import("effect/Schema").Boolean;
            readonly enabled: import("effect/Schema").Boolean;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/AppScope").OidcPlanRequired | import("@fleet/domain/api/AppScope").OidcProviderScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/apps/:id/oidc-providers", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly providers: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OidcProviderId">;
                readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
                readonly slug: import("effect/Schema").String;
                readonly name: import("effect/Schema").String;
                readonly issuer: import("effect/Schema").String;
                readonly client_id: import("effect/Schema").String;
                readonly scopes: import("effect/Schema").$Array<import("effect/Schema").String>;
                readonly link_verified_emails: import("effect/Schema").Boolean;
                readonly enabled: import("effect/Schema").Boolean;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/AppScope").OidcPlanRequired | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly update: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"update", "PATCH", "/api/apps/:id/oidc-providers/:providerId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            providerId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OidcProviderId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
            readonly issuer: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly client_id: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly client_secret: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly scopes: import("effect/Schema").optionalKey<import("effect/Schema").$Array<import("effect/Schema").String>>;
            readonly link_verified_emails: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
            readonly enabled: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OidcProviderId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly slug: import("effect/Schema").String;
            readonly name: import("effect/Schema").String;
            readonly issuer: import("effect/Schema").String;
            readonly client_id: import("effect/Schema").String;
            readonly scopes: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly link_verified_emails: import("effect/Schema").Boolean;
            readonly enabled: import("effect/Schema").Boolean;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ProviderMisconfigured | typeof import("@fleet/domain/Errors").IdpUnavailable>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/AppScope").OidcPlanRequired | import("@fleet/domain/api/AppScope").OidcProviderScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly org: {
        readonly plan: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"plan", "GET", "/api/org/plan", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly plan: import("effect/Schema").Literals<readonly ["basic", "plus", "pro", "enterprise"]>;
            readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
            readonly period_ends_at: import("effect/Schema").DateTimeUtc;
            readonly addons: import("effect/Schema").Struct<{
                readonly seats: import("effect/Schema").Finite;
                readonly robots: import("effect/Schema").Finite;
                readonly apps: import("effect/Schema").Finite;
                readonly app_user_packs: import("effect/Schema").Finite;
                readonly live_video_packs: import("effect/Schema").Finite;
            }>;
            readonly limits: import("effect/Schema").Struct<{
                readonly seats: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly robots: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly apps: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly app_users: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly live_video_ms_per_month: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly asset_bytes_per_robot: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly history_days: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly audit_days: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            }>;
            readonly features: import("effect/Schema").Struct<{
                readonly app_mcp: import("effect/Schema").Boolean;
                readonly two_factor: import("effect/Schema").Boolean;
                readonly require_two_factor: import("effect/Schema").Boolean;
                readonly app_oidc: import("effect/Schema").Boolean;
                readonly hosted_logo: import("effect/Schema").Boolean;
                readonly audit_export: import("effect/Schema").Boolean;
                readonly addons: import("effect/Schema").Boolean;
            }>;
            readonly usage: import("effect/Schema").Struct<{
                readonly seats: import("effect/Schema").Finite;
                readonly robots: import("effect/Schema").Finite;
                readonly apps: import("effect/Schema").Finite;
                readonly app_users: import("effect/Schema").Finite;
                readonly live_video_ms_this_month: import("effect/Schema").Finite;
                readonly asset_bytes: import("effect/Schema").Finite;
            }>;
            readonly pending_change: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly target_plan: import("effect/Schema").Literals<readonly ["basic", "plus", "pro", "enterprise"]>;
                readonly reason: import("effect/Schema").Literals<readonly ["downgrade", "cancel", "lock"]>;
                readonly effective_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly keep: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly robots: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly apps: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly app_users: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly developers: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>>;
                readonly history_days_after: import("effect/Schema").Finite;
                readonly chosen_by: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly chosen_at: import("effect/Schema").DateTimeUtc;
            }>>;
            readonly lock: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly reason: import("effect/Schema").Literal<"payment">;
                readonly since: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly quotas: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"quotas", "GET", "/api/org/quotas", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly quotas: import("effect/Schema").Struct<{
                readonly max_robots: import("effect/Schema").Finite;
                readonly max_apps: import("effect/Schema").Finite;
                readonly max_end_users: import("effect/Schema").Finite;
                readonly max_retention_bytes: import("effect/Schema").Finite;
                readonly max_retention_writes_per_minute: import("effect/Schema").Finite;
                readonly max_realtime_connections: import("effect/Schema").Finite;
            }>;
            readonly usage: import("effect/Schema").Struct<{
                readonly max_robots: import("effect/Schema").Finite;
                readonly max_apps: import("effect/Schema").Finite;
                readonly max_end_users: import("effect/Schema").Finite;
                readonly max_retention_bytes: import("effect/Schema").Finite;
                readonly max_retention_writes_per_minute: import("effect/Schema").Finite;
                readonly max_realtime_connections: import("effect/Schema").Finite;
            }>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly update: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"update", "PATCH", "/api/org", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
            readonly require_two_factor: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly org: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
                readonly name: import("effect/Schema").String;
                readonly require_two_factor: import("effect/Schema").Boolean;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").TierRequired>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly orgReports: {
        readonly health: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"health", "GET", "/api/org/health", never, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly robot_id: import("effect/Schema").optionalKey<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly resources: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly robot_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>;
                readonly kind: import("effect/Schema").Literals<readonly ["camera", "datapoint", "retention", "config", "robot"]>;
                readonly ref: import("effect/Schema").String;
                readonly facet: import("effect/Schema").Literals<readonly ["source", "publish", "recording", "apply", "clock"]>;
                readonly state: import("effect/Schema").Literals<readonly ["ok", "over_quota", "failed", "unreachable", "auth_failed", "unreadable_credential", "credential_missing", "stopped_by_config_change", "publish_failed", "unknown"]>;
                readonly reason: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly changed_at_ms: import("effect/Schema").Finite;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly latency: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"latency", "GET", "/api/org/latency", never, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly from_ms: import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>;
            readonly to_ms: import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>;
            readonly robot_id: import("effect/Schema").optionalKey<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly series: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly buckets: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly bucket_at: import("effect/Schema").DateTimeUtc;
                    readonly min_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly avg_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly max_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly samples: import("effect/Schema").Finite;
                    readonly online_ms: import("effect/Schema").Finite;
                }>>;
            }>>;
            readonly from_ms: import("effect/Schema").Finite;
            readonly to_ms: import("effect/Schema").Finite;
            readonly truncated: import("effect/Schema").Boolean;
            readonly truncated_by: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["limit", "bytes"]>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly planChange: {
        readonly choose: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"choose", "PUT", "/api/org/plan/change", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly target_plan: import("effect/Schema").Literals<readonly ["basic", "plus"]>;
            readonly keep: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly robots: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                readonly apps: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                readonly app_users: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                readonly developers: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
            }>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly plan: import("effect/Schema").Literals<readonly ["basic", "plus", "pro", "enterprise"]>;
            readonly currency: import("effect/Schema").Literals<readonly ["eur", "usd"]>;
            readonly period_ends_at: import("effect/Schema").DateTimeUtc;
            readonly addons: import("effect/Schema").Struct<{
                readonly seats: import("effect/Schema").Finite;
                readonly robots: import("effect/Schema").Finite;
                readonly apps: import("effect/Schema").Finite;
                readonly app_user_packs: import("effect/Schema").Finite;
                readonly live_video_packs: import("effect/Schema").Finite;
            }>;
            readonly limits: import("effect/Schema").Struct<{
                readonly seats: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly robots: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly apps: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly app_users: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly live_video_ms_per_month: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly asset_bytes_per_robot: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly history_days: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly audit_days: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            }>;
            readonly features: import("effect/Schema").Struct<{
                readonly app_mcp: import("effect/Schema").Boolean;
                readonly two_factor: import("effect/Schema").Boolean;
                readonly require_two_factor: import("effect/Schema").Boolean;
                readonly app_oidc: import("effect/Schema").Boolean;
                readonly hosted_logo: import("effect/Schema").Boolean;
                readonly audit_export: import("effect/Schema").Boolean;
                readonly addons: import("effect/Schema").Boolean;
            }>;
            readonly usage: import("effect/Schema").Struct<{
                readonly seats: import("effect/Schema").Finite;
                readonly robots: import("effect/Schema").Finite;
                readonly apps: import("effect/Schema").Finite;
                readonly app_users: import("effect/Schema").Finite;
                readonly live_video_ms_this_month: import("effect/Schema").Finite;
                readonly asset_bytes: import("effect/Schema").Finite;
            }>;
            readonly pending_change: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly target_plan: import("effect/Schema").Literals<readonly ["basic", "plus", "pro", "enterprise"]>;
                readonly reason: import("effect/Schema").Literals<readonly ["downgrade", "cancel", "lock"]>;
                readonly effective_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly keep: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly robots: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly apps: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly app_users: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                    readonly developers: import("effect/Schema").$Array<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
                }>>;
                readonly history_days_after: import("effect/Schema").Finite;
                readonly chosen_by: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
                readonly chosen_at: import("effect/Schema").DateTimeUtc;
            }>>;
            readonly lock: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly reason: import("effect/Schema").Literal<"payment">;
                readonly since: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").TierRequired | typeof import("@fleet/domain/Errors").TargetStateConflict | typeof import("@fleet/domain/Errors").PlanLimit>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly withdraw: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"withdraw", "DELETE", "/api/org/plan/change", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly portal: {
        readonly authorize: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"authorize", "GET", "/console/oauth/authorize", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Void>, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly error: import("effect/Schema").Literals<readonly ["invalid_request", "invalid_client", "invalid_grant", "unsupported_grant_type", "unsupported_response_type"]>;
            readonly error_description: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly state: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }> | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly code: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"code", "POST", "/console/oauth/code", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly next: import("effect/Schema").String;
        }> | import("effect/Schema").Struct<{
            readonly redirect_to: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly codePage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"codePage", "GET", "/console/oauth/code/:interaction", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly identify: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"identify", "POST", "/console/oauth/identify", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly next: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly identifyPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"identifyPage", "GET", "/console/oauth/interaction/:interaction", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly invitationPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"invitationPage", "GET", "/accept-invite/:token", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            token: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly organization: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"organization", "POST", "/console/oauth/signup/organization", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly org_name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly redirect_to: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").SignupClosed | typeof import("@fleet/domain/Errors").EmailTaken | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly organizationPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"organizationPage", "GET", "/console/oauth/signup/organization/:interaction", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly passkey: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"passkey", "POST", "/console/oauth/passkey", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly credential: import("effect/Schema").Union<readonly [import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>, import("effect/Schema").fromJsonString<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly redirect_to: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCredentials | typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly passkeyOptions: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"passkeyOptions", "POST", "/console/oauth/passkey/options", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly options: import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly recoveryPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"recoveryPage", "GET", "/console/oauth/two-factor/:interaction/recovery", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly result: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"result", "GET", "/console/oauth/result/:result", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            result: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly setupDone: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setupDone", "POST", "/console/oauth/two-factor/setup/done", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly redirect_to: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly setupPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setupPage", "GET", "/console/oauth/two-factor/setup/:interaction", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly setupPasskey: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setupPasskey", "POST", "/console/oauth/two-factor/setup/passkey", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly credential: import("effect/Schema").Union<readonly [import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>, import("effect/Schema").fromJsonString<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly recovery_codes: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").String>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly setupPasskeyOptions: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setupPasskeyOptions", "POST", "/console/oauth/two-factor/setup/passkey/options", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly options: import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly setupTotp: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setupTotp", "POST", "/console/oauth/two-factor/setup/totp", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly secret: import("effect/Schema").String;
            readonly otpauth_url: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly setupTotpConfirm: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setupTotpConfirm", "POST", "/console/oauth/two-factor/setup/totp/confirm", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly recovery_codes: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").String>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly signUp: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"signUp", "POST", "/console/oauth/signup", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly next: import("effect/Schema").String;
            readonly email: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").SignupClosed | typeof import("@fleet/domain/Errors").EmailTaken | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly signUpCode: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"signUpCode", "POST", "/console/oauth/signup/code", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly code: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly next: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").SignupClosed | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly signUpCodePage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"signUpCodePage", "GET", "/console/oauth/signup/code/:interaction", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly signUpPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"signUpPage", "GET", "/console/oauth/signup/:interaction", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly token: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"token", "POST", "/console/oauth/token", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly grant_type: import("effect/Schema").Literal<"authorization_code">;
            readonly code: import("effect/Schema").String;
            readonly redirect_uri: import("effect/Schema").String;
            readonly client_id: import("effect/Schema").Literal<"console">;
            readonly code_verifier: import("effect/Schema").String;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly access_token: import("effect/Schema").String;
            readonly refresh_token: import("effect/Schema").String;
            readonly token_type: import("effect/Schema").Literal<"Bearer">;
            readonly expires_in: import("effect/Schema").Finite;
        }>>, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly error: import("effect/Schema").Literals<readonly ["invalid_request", "invalid_client", "invalid_grant", "unsupported_grant_type", "unsupported_response_type"]>;
            readonly error_description: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly state: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }> | typeof import("@fleet/domain/Errors").OrgLocked>, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly twoFactor: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"twoFactor", "POST", "/console/oauth/two-factor", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        } & {
            readonly code: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly recovery_code: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly redirect_to: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").InvalidCode | typeof import("@fleet/domain/Errors").WrongBrowser | typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TokenSpent | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly twoFactorPage: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"twoFactorPage", "GET", "/console/oauth/two-factor/:interaction", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            interaction: import("effect/Schema").String;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").String>, never, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly waitlist: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"waitlist", "POST", "/console/oauth/waitlist", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").Forbidden | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly recordingFiles: {
        readonly file: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"file", "GET", "/api/robots/:id/recordings/:recordingId/file", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            recordingId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RecordingId">;
        }>>, never, never, never, import("effect/http-api/HttpApiSchema").StreamUint8Array, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").InternalError>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly link: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"link", "POST", "/api/robots/:id/recordings/:recordingId/link", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            recordingId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RecordingId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly url: import("effect/Schema").String;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly recordingRequests: {
        readonly cut: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"cut", "POST", "/api/robots/:id/recordings", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RecordingId">;
            readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            readonly state: import("effect/Schema").Literals<readonly ["requested", "recording", "waiting", "uploading", "stored", "failed"]>;
            readonly cause: import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literals<readonly ["alert", "job", "request"]>;
                readonly ref: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>;
            readonly at_ms: import("effect/Schema").Finite;
            readonly from_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly to_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly size_bytes: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly asset_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetId">>;
            readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly code: import("effect/Schema").String;
                readonly message: import("effect/Schema").String;
            }>>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").RecordingsBusy | typeof import("@fleet/domain/Errors").RobotOffline>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/robots/:id/recordings/:recordingId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            recordingId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RecordingId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
    };
    readonly recordings: {
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/robots/:id/recordings/:recordingId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            recordingId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RecordingId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RecordingId">;
            readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            readonly state: import("effect/Schema").Literals<readonly ["requested", "recording", "waiting", "uploading", "stored", "failed"]>;
            readonly cause: import("effect/Schema").Struct<{
                readonly kind: import("effect/Schema").Literals<readonly ["alert", "job", "request"]>;
                readonly ref: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>;
            readonly at_ms: import("effect/Schema").Finite;
            readonly from_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly to_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly size_bytes: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly asset_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetId">>;
            readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly code: import("effect/Schema").String;
                readonly message: import("effect/Schema").String;
            }>>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/robots/:id/recordings", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly recordings: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RecordingId">;
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly state: import("effect/Schema").Literals<readonly ["requested", "recording", "waiting", "uploading", "stored", "failed"]>;
                readonly cause: import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literals<readonly ["alert", "job", "request"]>;
                    readonly ref: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>;
                readonly at_ms: import("effect/Schema").Finite;
                readonly from_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly to_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly size_bytes: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly asset_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AssetId">>;
                readonly error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                    readonly code: import("effect/Schema").String;
                    readonly message: import("effect/Schema").String;
                }>>;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
            }>>;
            readonly recorder: import("effect/Schema").Boolean;
        }>>, never, import("@fleet/domain/api/Access").AnyCaller | import("@fleet/domain/api/AssetScope").AssetScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly robots: {
        readonly create: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"create", "POST", "/api/robots", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly robot: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly name: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>;
            readonly token: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").QuotaExceeded | typeof import("@fleet/domain/Errors").PlanLimit>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/robots/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly force: import("effect/Schema").optionalKey<import("effect/Schema").Literal<"true">>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").RobotInUse | typeof import("@fleet/domain/Errors").RobotDeletionPartial>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly deletionPreview: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"deletionPreview", "GET", "/api/robots/:id/deletion-preview", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly slug_count: import("effect/Schema").Finite;
            readonly sample_rows: import("effect/Schema").Finite;
            readonly bytes_freed: import("effect/Schema").Finite;
            readonly cameras: import("effect/Schema").$Array<import("effect/Schema").String>;
            readonly asset_count: import("effect/Schema").Finite;
            readonly asset_bytes_freed: import("effect/Schema").Finite;
            readonly job_run_count: import("effect/Schema").Finite;
            readonly had_live_session: import("effect/Schema").Boolean;
            readonly had_unpublished_draft: import("effect/Schema").Boolean;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly exposures: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"exposures", "GET", "/api/robots/:id/exposures", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly exposures: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly slug: import("effect/Schema").String;
                readonly kind: import("effect/Schema").Literals<readonly ["datapoint", "action", "service", "publisher", "camera"]>;
                readonly builtin: import("effect/Schema").Boolean;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/robots/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            readonly name: import("effect/Schema").String;
            readonly created_at: import("effect/Schema").DateTimeUtc;
            readonly bridge_state: import("effect/Schema").Struct<{
                readonly online: import("effect/Schema").Boolean;
                readonly latency_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly low_bandwidth: import("effect/Schema").Boolean;
            }>;
            readonly exposes: import("effect/Schema").Struct<{
                readonly datapoints: import("effect/Schema").Finite;
                readonly actions: import("effect/Schema").Finite;
                readonly services: import("effect/Schema").Finite;
                readonly publishers: import("effect/Schema").Finite;
                readonly cameras: import("effect/Schema").Finite;
            }>;
            readonly protocol_status: import("effect/Schema").Literals<readonly ["current", "deprecated", "refused"]>;
            readonly protocol_version: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
            readonly protocol: import("effect/Schema").Struct<{
                readonly status: import("effect/Schema").Literals<readonly ["current", "deprecated", "refused"]>;
                readonly sunset_at: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>;
            readonly last_seen_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            readonly bridge_version: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly last_hello_error: import("effect/Schema").NullOr<import("effect/Schema").Struct<{
                readonly code: import("effect/Schema").String;
                readonly message: import("effect/Schema").String;
                readonly at: import("effect/Schema").DateTimeUtc;
            }>>;
            readonly config: import("effect/Schema").Struct<{
                readonly published_version: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly applied_version: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly applied_ok: import("effect/Schema").NullOr<import("effect/Schema").Boolean>;
                readonly draft_updated_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly published_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly applied_errors: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly kind: import("effect/Schema").Literals<readonly ["datapoint", "action", "service", "publisher", "camera", "low_bandwidth", "recorder"]>;
                    readonly slug: import("effect/Schema").String;
                    readonly code: import("effect/Schema").String;
                    readonly message: import("effect/Schema").String;
                    readonly details: import("effect/Schema").optionalKey<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>;
                }>>>;
            }>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/robots", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly robots: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly name: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly bridge_state: import("effect/Schema").Struct<{
                    readonly online: import("effect/Schema").Boolean;
                    readonly latency_ms: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly low_bandwidth: import("effect/Schema").Boolean;
                }>;
                readonly exposes: import("effect/Schema").Struct<{
                    readonly datapoints: import("effect/Schema").Finite;
                    readonly actions: import("effect/Schema").Finite;
                    readonly services: import("effect/Schema").Finite;
                    readonly publishers: import("effect/Schema").Finite;
                    readonly cameras: import("effect/Schema").Finite;
                }>;
                readonly protocol_status: import("effect/Schema").Literals<readonly ["current", "deprecated", "refused"]>;
                readonly protocol_version: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly protocol: import("effect/Schema").Struct<{
                    readonly status: import("effect/Schema").Literals<readonly ["current", "deprecated", "refused"]>;
                    readonly sunset_at: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>;
                readonly last_seen_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                readonly config: import("effect/Schema").Struct<{
                    readonly published_version: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly applied_version: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly applied_ok: import("effect/Schema").NullOr<import("effect/Schema").Boolean>;
                    readonly draft_updated_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                    readonly published_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
                }>;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly putDetails: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putDetails", "PUT", "/api/robots/:id/details", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly details: import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Union<readonly [import("effect/Schema").String, import("effect/Schema").Finite, import("effect/Schema").Boolean, import("effect/Schema").$Array<import("effect/Schema").Unknown>, import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>]>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly details: import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Union<readonly [import("effect/Schema").String, import("effect/Schema").Finite, import("effect/Schema").Boolean, import("effect/Schema").$Array<import("effect/Schema").Unknown>, import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>]>>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly rename: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"rename", "PATCH", "/api/robots/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly robot: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly name: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
        readonly rotateToken: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"rotateToken", "POST", "/api/robots/:id/token/rotate", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly token: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/RobotScope").RobotScope, never>, LocalFailure, never>;
    };
    readonly roles: {
        readonly create: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"create", "POST", "/api/apps/:id/roles", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly name: import("effect/Schema").String;
            readonly builtin: import("effect/Schema").Boolean;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").RoleNameTaken>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly datasheet: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"datasheet", "GET", "/api/apps/:id/roles/:roleId/mcp-tools", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            roleId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly robots: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly robot_name: import("effect/Schema").String;
                readonly capabilities: import("effect/Schema").Struct<{
                    readonly action_history: import("effect/Schema").Boolean;
                    readonly assets: import("effect/Schema").Boolean;
                }>;
                readonly exposures: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly slug: import("effect/Schema").String;
                    readonly kind: import("effect/Schema").Literals<readonly ["datapoint", "action", "service", "publisher", "camera"]>;
                    readonly description: import("effect/Schema").NullOr<import("effect/Schema").String>;
                    readonly unit: import("effect/Schema").NullOr<import("effect/Schema").String>;
                    readonly decimals: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly input_schema: import("effect/Schema").NullOr<import("effect/Schema").$Record<import("effect/Schema").String, import("effect/Schema").Unknown>>;
                    readonly failsafe_timeout_ms: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").Finite>>;
                }>>;
            }>>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/AppScope").RoleScope, never>, LocalFailure, never>;
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/apps/:id/roles/:roleId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            roleId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly move_to: import("effect/Schema").optionalKey<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError | typeof import("@fleet/domain/Errors").RoleInUse | typeof import("@fleet/domain/Errors").LastRole>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/AppScope").RoleScope, never>, LocalFailure, never>;
        readonly explain: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"explain", "GET", "/api/apps/:id/roles/:roleId/explain", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            roleId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            readonly slug: import("effect/Schema").String;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
            readonly slug: import("effect/Schema").String;
            readonly allowed: import("effect/Schema").Boolean;
            readonly kind: import("effect/Schema").NullOr<import("effect/Schema").Literals<readonly ["datapoint", "action", "service", "publisher", "camera"]>>;
            readonly checks: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly check: import("effect/Schema").Literals<readonly ["robot_attached", "slug_granted", "slug_published"]>;
                readonly ok: import("effect/Schema").Boolean;
                readonly message: import("effect/Schema").String;
            }>>;
            readonly answer: import("effect/Schema").Struct<{
                readonly status: import("effect/Schema").Finite;
                readonly code: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/AppScope").RoleScope, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/apps/:id/roles", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly roles: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
                readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
                readonly name: import("effect/Schema").String;
                readonly builtin: import("effect/Schema").Boolean;
            }>>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly permissions: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"permissions", "GET", "/api/apps/:id/roles/:roleId/permissions", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            roleId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly grants: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slugs: import("effect/Schema").$Array<import("effect/Schema").String>;
                readonly confirm: import("effect/Schema").$Array<import("effect/Schema").String>;
                readonly confirm_page: import("effect/Schema").$Array<import("effect/Schema").String>;
            }>>;
            readonly capabilities: import("effect/Schema").Struct<{
                readonly action_history: import("effect/Schema").Boolean;
                readonly assets: import("effect/Schema").Boolean;
            }>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/AppScope").RoleScope, never>, LocalFailure, never>;
        readonly putPermissions: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"putPermissions", "PUT", "/api/apps/:id/roles/:roleId/permissions", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            roleId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly grants: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slugs: import("effect/Schema").$Array<import("effect/Schema").String>;
                readonly confirm: import("effect/Schema").optionalKey<import("effect/Schema").$Array<import("effect/Schema").String>>;
                readonly confirm_page: import("effect/Schema").optionalKey<import("effect/Schema").$Array<import("effect/Schema").String>>;
            }>>;
            readonly capabilities: import("effect/Schema").Struct<{
                readonly action_history: import("effect/Schema").Boolean;
                readonly assets: import("effect/Schema").Boolean;
            }>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly role_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly grants: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly robot_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">;
                readonly slugs: import("effect/Schema").$Array<import("effect/Schema").String>;
                readonly confirm: import("effect/Schema").$Array<import("effect/Schema").String>;
                readonly confirm_page: import("effect/Schema").$Array<import("effect/Schema").String>;
            }>>;
            readonly capabilities: import("effect/Schema").Struct<{
                readonly action_history: import("effect/Schema").Boolean;
                readonly assets: import("effect/Schema").Boolean;
            }>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").ValidationError>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/AppScope").RoleScope, never>, LocalFailure, never>;
        readonly rename: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"rename", "PATCH", "/api/apps/:id/roles/:roleId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            roleId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RoleId">;
            readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            readonly name: import("effect/Schema").String;
            readonly builtin: import("effect/Schema").Boolean;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").RoleNameTaken>, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/AppScope").RoleScope, never>, LocalFailure, never>;
    };
    readonly serverKeys: {
        readonly create: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"create", "POST", "/api/apps/:id/server-keys", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly name: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly server_key: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "ServerKeyId">;
                readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
                readonly name: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly last_used_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            }>;
            readonly key: import("effect/Schema").String;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/apps/:id/server-keys/:keyId", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            keyId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "ServerKeyId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/AppScope").ServerKeyScope, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/apps/:id/server-keys", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly server_keys: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "ServerKeyId">;
                readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
                readonly name: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly last_used_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            }>>;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly rotate: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"rotate", "POST", "/api/apps/:id/server-keys/:keyId/rotate", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
            keyId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "ServerKeyId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly server_key: import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "ServerKeyId">;
                readonly app_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">;
                readonly name: import("effect/Schema").String;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly last_used_at: import("effect/Schema").NullOr<import("effect/Schema").DateTimeUtc>;
            }>;
            readonly key: import("effect/Schema").String;
        }>>, never, import("@fleet/domain/api/AppScope").AppScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/AppScope").ServerKeyScope, never>, LocalFailure, never>;
    };
    readonly team: {
        readonly invitations: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"invitations", "GET", "/api/org/invitations", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly invitations: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "TeamInvitationId">;
                email: import("effect/Schema").String;
                tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
                expires_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly invite: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"invite", "POST", "/api/org/invitations", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
            readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
            readonly send_mail: import("effect/Schema").Boolean;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "TeamInvitationId">;
            readonly email: import("effect/Schema").String;
            readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
            readonly accept_url: import("effect/Schema").String;
            readonly mail: import("effect/Schema").Literals<readonly ["sent", "not_requested", "not_configured", "failed"]>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").TierRequired | typeof import("@fleet/domain/Errors").EmailTaken | typeof import("@fleet/domain/Errors").PlanLimit>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly reissueInvitation: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"reissueInvitation", "POST", "/api/org/invitations/:id/reissue", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "TeamInvitationId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "TeamInvitationId">;
            readonly email: import("effect/Schema").String;
            readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
            readonly accept_url: import("effect/Schema").String;
            readonly mail: import("effect/Schema").Literals<readonly ["sent", "not_requested", "not_configured", "failed"]>;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").TierRequired | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").RateLimited>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/TeamScope").TeamInvitationScope, never>, LocalFailure, never>;
        readonly removeUser: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"removeUser", "DELETE", "/api/org/users/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").TierRequired | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").LastOwner>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/TeamScope").MemberScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly renameUser: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"renameUser", "PATCH", "/api/org/users/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly display_name: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>>>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
            readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
            readonly email: import("effect/Schema").String;
            readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
            readonly two_factor: import("effect/Schema").Struct<{
                readonly passkeys: import("effect/Schema").Finite;
                readonly authenticator: import("effect/Schema").Boolean;
            }>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/TeamScope").MemberScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly resetTwoFactor: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"resetTwoFactor", "DELETE", "/api/org/users/:id/two-factor", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").TierRequired | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").TargetStateConflict>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/TeamScope").MemberScope | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly revokeInvitation: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"revokeInvitation", "DELETE", "/api/org/invitations/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "TeamInvitationId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").NotFound>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/TeamScope").TeamInvitationScope, never>, LocalFailure, never>;
        readonly setTier: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"setTier", "PUT", "/api/org/users/:id/tier", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
            readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
            readonly email: import("effect/Schema").String;
            readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
            readonly two_factor: import("effect/Schema").Struct<{
                readonly passkeys: import("effect/Schema").Finite;
                readonly authenticator: import("effect/Schema").Boolean;
            }>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").TokenRevoked | typeof import("@fleet/domain/Errors").TierRequired | typeof import("@fleet/domain/Errors").NotFound | typeof import("@fleet/domain/Errors").LastOwner>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/TeamScope").MemberScope | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly user: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"user", "GET", "/api/org/users/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
            readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
            readonly email: import("effect/Schema").String;
            readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
            readonly two_factor: import("effect/Schema").Struct<{
                readonly passkeys: import("effect/Schema").Finite;
                readonly authenticator: import("effect/Schema").Boolean;
            }>;
            readonly created_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/TeamScope").MemberScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly users: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"users", "GET", "/api/org/users", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly users: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeveloperId">;
                readonly org_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "OrgId">;
                readonly email: import("effect/Schema").String;
                readonly display_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly tier: import("effect/Schema").Literals<readonly ["owner", "developer"]>;
                readonly two_factor: import("effect/Schema").Struct<{
                    readonly passkeys: import("effect/Schema").Finite;
                    readonly authenticator: import("effect/Schema").Boolean;
                }>;
                readonly created_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly usage: {
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/org/usage", never, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly from_day: import("effect/Schema").String;
            readonly to_day: import("effect/Schema").String;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly rows: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly app_id: import("effect/Schema").NullOr<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "AppId">>;
                readonly app_name: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly metric: import("effect/Schema").Literals<readonly ["api_calls", "live_session_ms", "robot_online_ms", "retention_bytes", "asset_bytes"]>;
                readonly day: import("effect/Schema").String;
                readonly value: import("effect/Schema").Finite;
            }>>;
            readonly from_day: import("effect/Schema").String;
            readonly to_day: import("effect/Schema").String;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly waitlist: {
        readonly join: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"join", "POST", "/api/waitlist", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly email: import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").Accepted>, never, import("@fleet/domain/api/RateLimited").RateLimited | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
    };
    readonly webhooks: {
        readonly closeListener: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"closeListener", "DELETE", "/api/org/webhooks/listeners/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/WebhookScope").ListenerScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly create: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"create", "POST", "/api/org/webhooks", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly url: import("effect/Schema").String;
            readonly events: import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["alert.firing", "alert.resolved", "robot.online", "robot.offline", "job.ended", "config.published", "usage.threshold"]>>;
            readonly robot_ids: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>>>;
            readonly description: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").String>>;
            readonly enabled: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly webhook: import("effect/Schema").Struct<{
                readonly url: import("effect/Schema").String;
                readonly description: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly events: import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["alert.firing", "alert.resolved", "robot.online", "robot.offline", "job.ended", "config.published", "usage.threshold"]>>;
                readonly robot_ids: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>>;
                readonly enabled: import("effect/Schema").Boolean;
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
            }>;
            readonly secret: import("effect/Schema").String;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").OrgLocked | typeof import("@fleet/domain/Errors").QuotaExceeded>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly delete: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"delete", "DELETE", "/api/org/webhooks/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/http-api/HttpApiSchema").NoContent>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/WebhookScope").WebhookScope, never>, LocalFailure, never>;
        readonly deliveries: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"deliveries", "GET", "/api/org/webhooks/:id/deliveries", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
        }>>, import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            readonly before_seq: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
            readonly limit: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").Finite, import("effect/Schema").String, never, never>>;
        }>>, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly deliveries: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeliveryId">;
                readonly seq: import("effect/Schema").Finite;
                readonly type: import("effect/Schema").Union<readonly [import("effect/Schema").Literals<readonly ["alert.firing", "alert.resolved", "robot.online", "robot.offline", "job.ended", "config.published", "usage.threshold"]>, import("effect/Schema").Literal<"ping">]>;
                readonly at: import("effect/Schema").DateTimeUtc;
                readonly state: import("effect/Schema").Literals<readonly ["pending", "delivered", "failed"]>;
                readonly attempts: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                    readonly at: import("effect/Schema").DateTimeUtc;
                    readonly status: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                    readonly error: import("effect/Schema").NullOr<import("effect/Schema").String>;
                }>>;
            }>>;
            readonly next_cursor: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/WebhookScope").WebhookScope, never>, LocalFailure, never>;
        readonly fetchMessages: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"fetchMessages", "POST", "/api/org/webhooks/listeners/:id/messages", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly results: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly delivery_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeliveryId">;
                readonly status: import("effect/Schema").NullOr<import("effect/Schema").Finite>;
                readonly error: import("effect/Schema").NullOr<import("effect/Schema").String>;
            }>>;
            readonly wait_s: import("effect/Schema").Finite;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly messages: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeliveryId">;
                readonly type: import("effect/Schema").Literals<readonly ["alert.firing", "alert.resolved", "robot.online", "robot.offline", "job.ended", "config.published", "usage.threshold"]>;
                readonly headers: import("effect/Schema").Struct<{
                    readonly "webhook-id": import("effect/Schema").String;
                    readonly "webhook-timestamp": import("effect/Schema").String;
                    readonly "webhook-signature": import("effect/Schema").String;
                    readonly "x-platform-event": import("effect/Schema").String;
                    readonly "content-type": import("effect/Schema").String;
                }>;
                readonly body: import("effect/Schema").String;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/WebhookScope").ListenerScope | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/WebhookScope").WebhookFetchesLimited, never>, LocalFailure, never>;
        readonly get: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"get", "GET", "/api/org/webhooks/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly url: import("effect/Schema").String;
            readonly description: import("effect/Schema").NullOr<import("effect/Schema").String>;
            readonly events: import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["alert.firing", "alert.resolved", "robot.online", "robot.offline", "job.ended", "config.published", "usage.threshold"]>>;
            readonly robot_ids: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>>;
            readonly enabled: import("effect/Schema").Boolean;
            readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
            readonly created_at: import("effect/Schema").DateTimeUtc;
            readonly updated_at: import("effect/Schema").DateTimeUtc;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/WebhookScope").WebhookScope, never>, LocalFailure, never>;
        readonly list: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"list", "GET", "/api/org/webhooks", never, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly webhooks: import("effect/Schema").$Array<import("effect/Schema").Struct<{
                readonly url: import("effect/Schema").String;
                readonly description: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly events: import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["alert.firing", "alert.resolved", "robot.online", "robot.offline", "job.ended", "config.published", "usage.threshold"]>>;
                readonly robot_ids: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>>;
                readonly enabled: import("effect/Schema").Boolean;
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
            }>>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals, never>, LocalFailure, never>;
        readonly openListener: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"openListener", "POST", "/api/org/webhooks/listeners", never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly events: import("effect/Schema").optionalKey<import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["alert.firing", "alert.resolved", "robot.online", "robot.offline", "job.ended", "config.published", "usage.threshold"]>>>;
            readonly robot_ids: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>>>;
            readonly secret: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly listener_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
            readonly secret: import("effect/Schema").String;
            readonly expires_at: import("effect/Schema").DateTimeUtc;
        }>>, import("effect/Schema").toCodecJson<typeof import("@fleet/domain/Errors").QuotaExceeded>, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/WebhookScope").WebhookListenersLimited, never>, LocalFailure, never>;
        readonly ping: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"ping", "POST", "/api/org/webhooks/:id/ping", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly delivery_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeliveryId">;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/WebhookScope").WebhookPingsLimited | import("@fleet/domain/api/WebhookScope").WebhookScope, never>, LocalFailure, never>;
        readonly retry: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"retry", "POST", "/api/org/webhooks/:id/deliveries/:deliveryId/retry", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
            deliveryId: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeliveryId">;
        }>>, never, never, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly delivery_id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "DeliveryId">;
        }>>, never, import("@fleet/domain/api/WebhookScope").DeliveryScope | import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/WebhookScope").WebhookRetriesLimited | import("@fleet/domain/api/WebhookScope").WebhookScope, never>, LocalFailure, never>;
        readonly update: HttpApiClient.Client.Method<import("effect/http-api/HttpApiEndpoint").HttpApiEndpoint<"update", "PATCH", "/api/org/webhooks/:id", import("effect/Schema").toCodecStringTree<import("effect/Schema").Struct<{
            id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly url: import("effect/Schema").optionalKey<import("effect/Schema").String>;
            readonly events: import("effect/Schema").optionalKey<import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["alert.firing", "alert.resolved", "robot.online", "robot.offline", "job.ended", "config.published", "usage.threshold"]>>>;
            readonly robot_ids: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>>>;
            readonly description: import("effect/Schema").optionalKey<import("effect/Schema").NullOr<import("effect/Schema").String>>;
            readonly enabled: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
            readonly rotate_secret: import("effect/Schema").optionalKey<import("effect/Schema").Boolean>;
        }>>, never, import("effect/Schema").toCodecJson<import("effect/Schema").Struct<{
            readonly webhook: import("effect/Schema").Struct<{
                readonly url: import("effect/Schema").String;
                readonly description: import("effect/Schema").NullOr<import("effect/Schema").String>;
                readonly events: import("effect/Schema").$Array<import("effect/Schema").Literals<readonly ["alert.firing", "alert.resolved", "robot.online", "robot.offline", "job.ended", "config.published", "usage.threshold"]>>;
                readonly robot_ids: import("effect/Schema").NullOr<import("effect/Schema").$Array<import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "RobotId">>>;
                readonly enabled: import("effect/Schema").Boolean;
                readonly id: import("effect/Schema").brand<import("effect/Schema").decodeTo<import("effect/Schema").String, import("effect/Schema").String, never, never>, "WebhookId">;
                readonly created_at: import("effect/Schema").DateTimeUtc;
                readonly updated_at: import("effect/Schema").DateTimeUtc;
            }>;
            readonly secret: import("effect/Schema").optionalKey<import("effect/Schema").String>;
        }>>, never, import("@fleet/domain/api/Access").DeveloperSession | import("@fleet/domain/api/Access").OwnerOnly | import("@fleet/domain/api/RequestRefusals").RequestRefusals | import("@fleet/domain/api/WebhookScope").WebhookScope, never>, LocalFailure, never>;
    };
}, never, HttpClient.HttpClient>;
declare const Fleet_base: Context.ServiceClass<Fleet, "@fleet/sdk/Fleet", FleetService>;
/** The service, for one caller. Closed with its scope. */
export declare class Fleet extends Fleet_base {
    static readonly layer: (options: ClientOptions) => Layer.Layer<Fleet>;
}
export {};

// effect/index.d.ts

export { Failure, type LocalFailure, type StreamFailure } from "./Failure.ts";
export { Fleet, type FleetService } from "./Fleet.ts";

// errors.gen.d.ts

import type { ConfigIssue, Job } from "./types.gen.ts";
/** What each refusal says in `details`, by code. */
export interface RefusalDetails {
    /** 400. The request is not valid. 422. The configuration has errors. */
    readonly validation_error: {
        readonly field: string;
        readonly rule: string;
    } | {
        readonly issues: ReadonlyArray<ConfigIssue>;
        readonly more?: number;
    };
    /** 400. An id in the path is not a uuid. */
    readonly invalid_uuid: undefined;
    /** 400. The code is not right. */
    readonly invalid_code: {
        readonly attempts_left: number;
    } | undefined;
    /** 400. The request's headers or transfer cannot be read. */
    readonly bad_request: undefined;
    /** 400. The parameters do not fit the configuration. */
    readonly parameter_invalid: {
        readonly violations: ReadonlyArray<{
            readonly field: string;
            readonly rule: "type" | "min" | "max" | "enum" | "pattern" | "required" | "undeclared" | "too_large";
            readonly message: string;
        }>;
        readonly more?: number;
    };
    /** 400. The range ends before it begins, or holds too many windows. */
    readonly invalid_range: undefined;
    /** 400. The redirect address is not allowed. */
    readonly invalid_redirect_uri: undefined;
    /** 401. A valid credential is required. */
    readonly unauthorized: undefined;
    /** 401. The session token has expired. */
    readonly token_expired: undefined;
    /** 401. The session was ended. */
    readonly token_revoked: undefined;
    /** 401. The sign-in was refused. */
    readonly invalid_credentials: undefined;
    /** 401. Continue in the browser that began the sign-in. */
    readonly wrong_browser: undefined;
    /** 403. The role does not grant this. */
    readonly forbidden: undefined;
    /** 403. The app does not offer this way to sign in. */
    readonly method_not_allowed: undefined;
    /** 403. The app takes no registrations. */
    readonly registration_closed: undefined;
    /** 403. The app does not take addresses of this domain. */
    readonly domain_not_allowed: undefined;
    /** 403. Sign-up is closed. */
    readonly signup_closed: undefined;
    /** 403. The plan does not include this feature. */
    readonly plan_required: {
        readonly feature: string;
        readonly plan: string;
        readonly required_plan: string;
    };
    /** 403. The organisation is locked. */
    readonly org_locked: {
        readonly reason: "payment";
    };
    /** 403. A higher tier is required. */
    readonly tier_required: {
        readonly required: "owner" | "developer";
        readonly actual: "owner" | "developer";
    };
    /** 403. The sign-in provider is disabled. */
    readonly provider_disabled: undefined;
    /** 403. The role lacks a capability. */
    readonly capability_required: {
        readonly capability: "action_history" | "assets";
    };
    /** 403. A person has to allow this first. Open the address, then call again. */
    readonly confirmation_required: {
        readonly url: string;
    };
    /** 404. No such resource. */
    readonly not_found: undefined;
    /** 404. The published configuration has no such datapoint. */
    readonly unknown_datapoint: undefined;
    /** 404. The datapoint has no sample yet. */
    readonly no_data: undefined;
    /** 404. The configuration has no such slug. */
    readonly unknown_slug: undefined;
    /** 404. The camera has sent no image yet. */
    readonly no_snapshot_yet: undefined;
    /** 404. The file was never uploaded. */
    readonly asset_missing: undefined;
    /** 409. The target is not in a state that allows this. */
    readonly target_state_conflict: {
        readonly field: string;
        readonly rule: string;
        readonly reason?: string;
    };
    /** 409. The address has an account already. */
    readonly email_taken: undefined;
    /** 409. The identifier is taken. */
    readonly identifier_taken: undefined;
    /** 409. An organisation keeps at least one owner. */
    readonly last_owner: undefined;
    /** 409. A protection quota is reached. */
    readonly quota_exceeded: {
        readonly quota: string;
        readonly limit: number;
    };
    /** 409. The plan's limit is reached. */
    readonly plan_limit: {
        readonly limit: string;
        readonly used: number;
        readonly max: number;
        readonly plan: string;
        readonly lifted_by: {
            readonly plan: string | null;
            readonly addon: string | null;
        };
        readonly store_bytes?: number;
        readonly used_bytes?: number;
        readonly size_bytes?: number;
    };
    /** 409. The robot has a live session open; delete with force=true. */
    readonly robot_in_use: undefined;
    /** 409. The robot refused to cancel. */
    readonly cancel_rejected: {
        readonly goals: ReadonlyArray<{
            readonly job_id: string;
            readonly goal_id: string;
            readonly return_code: number | null;
        }>;
    };
    /** 409. A job is running on this slug already. 409. The robot's files are being uploaded. 409. The robot has as many recordings under way as it may. */
    readonly busy: {
        readonly running: Job;
    } | {
        readonly sync_id: string;
        readonly started_at_ms: number;
    } | {
        readonly open: number;
        readonly limit: number;
    };
    /** 409. The robot is not connected. */
    readonly robot_offline: undefined;
    /** 409. The camera is not available. */
    readonly camera_offline: {
        readonly reason: string | null;
    };
    /** 409. Somebody else holds the publisher. */
    readonly publisher_busy: {
        readonly quiet_timeout_ms: number;
        readonly retry_after_ms: number;
    };
    /** 409. The datapoint keeps no history. */
    readonly not_recorded: undefined;
    /** 409. The values are not numbers. */
    readonly not_aggregatable: undefined;
    /** 409. The slug is reserved. */
    readonly reserved_slug: undefined;
    /** 409. The slug is in use. */
    readonly duplicate_slug: undefined;
    /** 409. The draft changed since it was read. */
    readonly config_conflict: {
        readonly etag: string;
    };
    /** 409. The draft is not a configuration document. 422. The draft is not a configuration document. */
    readonly draft_not_a_document: undefined | {
        readonly issues: ReadonlyArray<ConfigIssue>;
        readonly more?: number;
    };
    /** 409. The app has a role of this name. */
    readonly role_name_taken: undefined;
    /** 409. The role is in use; name another with move_to. */
    readonly role_in_use: {
        readonly users: number;
        readonly invitations: number;
        readonly is_default: boolean;
    };
    /** 409. An app keeps at least one role. */
    readonly last_role: undefined;
    /** 410. The link or code is no longer valid. */
    readonly token_spent: undefined;
    /** 410. The request is no longer open. */
    readonly interaction_expired: undefined;
    /** 413. The file is too large. */
    readonly file_too_large: {
        readonly max_bytes: number;
        readonly size_bytes: number | null;
    };
    /** 415. The content type is not supported. */
    readonly unsupported_media_type: undefined;
    /** 422. The template does not render. */
    readonly template_invalid: {
        readonly part: "subject" | "text" | "html";
        readonly message: string;
    };
    /** 422. The text is not YAML. */
    readonly invalid_yaml: {
        readonly parse_error: string;
        readonly line: number | null;
        readonly column: number | null;
        readonly issues: ReadonlyArray<ConfigIssue>;
        readonly more?: number;
    };
    /** 422. An anchor of the text refers to itself. */
    readonly unstorable_yaml: undefined;
    /** 422. A service call cannot be cancelled. */
    readonly not_cancellable: undefined;
    /** 422. The provider's discovery document does not fit. */
    readonly provider_misconfigured: undefined;
    /** 429. Too many requests. */
    readonly rate_limited: {
        readonly retry_after_ms: number;
    };
    /** 500. The robot is deleted in part; delete it again to go on. */
    readonly robot_deletion_partial: {
        readonly done: ReadonlyArray<string>;
        readonly failed: string;
    };
    /** 500. Something went wrong. */
    readonly internal_error: undefined;
    /** 502. The payment provider did not answer; nothing was applied. */
    readonly payment_provider_unavailable: {
        readonly provider: string;
        readonly status: number | null;
    };
    /** 502. The sign-in provider did not answer. */
    readonly idp_unavailable: undefined;
    /** 502. Live video is not available. */
    readonly live_unavailable: undefined;
    /** 503. No payment provider is configured. */
    readonly billing_unavailable: undefined;
    /** 503. This server is at its capacity. Come back later. */
    readonly at_capacity: {
        readonly retry_after_ms: number;
    };
    /** 503. The database or the store of files does not answer. Come back later. */
    readonly unavailable: {
        readonly retry_after_ms: number;
    };
    /** 504. The robot did not answer in time. */
    readonly bridge_timeout: undefined;
}
/** Codes that only frames of /realtime carry. */
export interface FrameDetails {
    readonly invalid_token: undefined;
    readonly protocol_mismatch: undefined;
    readonly bridge_too_old: undefined;
    readonly invalid_frame: undefined;
    readonly unknown_command: undefined;
    readonly not_authenticated: undefined;
    readonly wrong_kind: undefined;
    readonly not_subscribable: undefined;
    readonly limit_reached: undefined;
}

// index.d.ts

export { createClient, type ClientOptions, type FleetClient } from "./createClient.ts";
export { type DetailsOf, type ErrorCode, type ErrorDetails, FleetError } from "./FleetError.ts";
export { browserStorage, memoryStorage, type SessionStorage } from "./session/Storage.ts";
export type { Exclusive } from "./session/Tabs.ts";
export type { Session, SessionListener } from "./session/Session.ts";
export type { SessionEvent } from "./session/SessionEvent.ts";
export type { Auth, NewAccount, SignInStep, TwoFactor, TwoFactorSetup } from "./Auth.ts";
export type { SignedIn } from "./SignedIn.ts";
export type { Account } from "./Account.ts";
export type { McpConsents, McpGrant } from "./McpConsents.ts";
export type { PortalOptions } from "./PortalSignIn.ts";
export type { ProviderError } from "./ProviderError.ts";
export type { ProviderOptions } from "./ProviderSignIn.ts";
export type { CallOptions, PagedRouteId, RouteAnswer, RouteId, RouteInput } from "./Http.ts";
export type { FrameReport, RequestReport } from "./Reports.ts";
export type { Camera } from "./Camera.ts";
export type { Action, Publisher, Service } from "./Commands.ts";
export type { Datapoint, HistoryRange } from "./Datapoint.ts";
export type { JointPositions, RobotModel } from "./Model.ts";
export type { Recordings } from "./Recordings.ts";
export type { RobotJoint } from "./urdf.ts";
export type { Robot, StopOptions } from "./Robot.ts";
export type { JobHandle } from "./JobHandle.ts";
export type { WebSocketConstructor } from "./realtime/Connection.ts";
export type { ConnectionState, ConnectionStatus } from "./realtime/ConnectionStatus.ts";
export type { Topic } from "./realtime/Channels.ts";
export type { HealthChange } from "./realtime/Realtime.ts";
export type { OrgEventGap } from "./realtime/OrgEvents.ts";
export type { ServiceClock } from "./realtime/ServiceClock.ts";
export type { Subscription } from "./realtime/Subscription.ts";
export type { CommandOptions, JobUpdate, Params, Point, Sample, Viewer } from "./Values.ts";
export type * from "./TypedRobot.ts";
export type * from "./types.gen.ts";

// mcpCalls.d.ts

import type { CallOptions } from "./Http.ts";
import type { Request } from "./Request.ts";
/** The calls behind consents, which are loaded with the first of them. `bearer` is that of who is signed in, if anybody is. */
export declare const mcpCalls: (request: Request, isApp: boolean, bearer: () => Promise<string | undefined>) => {
    interaction: (id: string, options?: CallOptions) => Promise<import("./types.gen.ts").ClientMcpInteraction>;
    approve: (id: string, options?: CallOptions) => Promise<string>;
    deny: (id: string, options?: CallOptions) => Promise<string>;
    grants: (options?: CallOptions) => Promise<readonly import("./types.gen.ts").McpGrant[]>;
    withdraw: (clientId: string, options?: CallOptions) => Promise<undefined>;
};

// node.d.ts

import type { SessionStorage } from "./session/Storage.ts";
/** Keeps sessions in a JSON file that only its owner may read. One process at a time. */
export declare const fileStorage: (path: string) => SessionStorage;

// notify.d.ts

/** Calls a listener. One that throws does not undo what it is told of: its error is thrown in a turn of its own. */
export declare const notify: <Args extends ReadonlyArray<unknown>>(listener: (...args: Args) => void, ...args: Args) => void;

// orgLists.d.ts

import type { CallOptions } from "./Http.ts";
import type { Request } from "./Request.ts";
import type { OrgAlert, ResourceHealth } from "./types.gen.ts";
/** All pages of the alerts that fire. */
export declare const firingAlerts: (request: Request, call?: CallOptions) => Promise<ReadonlyArray<OrgAlert>>;
/** The health of one robot's resources, or of those of all. */
export declare const resourceHealth: (request: Request, { robotId, ...call }?: CallOptions & {
    readonly robotId?: string;
}) => Promise<ReadonlyArray<ResourceHealth>>;

// otherRoutes.gen.d.ts

import type { RouteTable } from "./routes.gen.ts";
/**
 * Where each route of developers and of sign-ins is, by group and name: its method, and what follows the path of its group. `+`
 * marks those that take a credential, `?` those that may.
 */
export declare const otherRoutes: RouteTable;

// parseJson.d.ts

/**
 * JSON.parse for engines whose own, once hot, takes a key with an escape for one that it saw before (V8 of Node 24): where a
 * key has one, all are read under other names.
 */
export declare const parseJson: (text: string) => any;

// pkce.d.ts

/** 32 random bytes, base64url. */
export declare const randomText: () => string;
/** The S256 challenge of a verifier. */
export declare const challengeOf: (verifier: string) => Promise<string>;

// react-query/index.d.ts

export { type Caller, type QueryInput, routeKey } from "./routeQuery.ts";
export * from "./queries.gen.ts";

// react-query/queries.gen.d.ts

/** Whether the process lives */
export declare const healthHealthzQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").Health, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").Health, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").Health, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").Health, import("../FleetError.ts").FleetError<string>>;
/** Whether the service can serve, dependency by dependency */
export declare const healthReadyzQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").Readiness, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").Readiness, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").Readiness, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").Readiness, import("../FleetError.ts").FleetError<string>>;
/** The signed-in developer and the organisation */
export declare const authMeQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AuthMeResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AuthMeResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AuthMeResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AuthMeResponse, import("../FleetError.ts").FleetError<string>>;
/** The developer's second factors and the org's policy */
export declare const developerFactorsGetQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").DeveloperTwoFactor, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").DeveloperTwoFactor, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").DeveloperTwoFactor, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").DeveloperTwoFactor, import("../FleetError.ts").FleetError<string>>;
/** The organisation's developers, oldest first */
export declare const teamUsersQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").PlatformUserListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").PlatformUserListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").PlatformUserListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").PlatformUserListResponse, import("../FleetError.ts").FleetError<string>>;
/** One developer of the organisation */
export declare const teamUserQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").PlatformUser, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").PlatformUser, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").PlatformUser, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").PlatformUser, import("../FleetError.ts").FleetError<string>>;
/** Outstanding invitations into the team, newest first */
export declare const teamInvitationsQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").PendingTeamInviteListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").PendingTeamInviteListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").PendingTeamInviteListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").PendingTeamInviteListResponse, import("../FleetError.ts").FleetError<string>>;
/** The organisation's plan: its limits and features, and what is used of them */
export declare const orgPlanQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").OrgPlan, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").OrgPlan, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").OrgPlan, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").OrgPlan, import("../FleetError.ts").FleetError<string>>;
/** The organisation's protection quotas, and what it uses of them */
export declare const orgQuotasQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").OrgQuotas, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").OrgQuotas, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").OrgQuotas, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").OrgQuotas, import("../FleetError.ts").FleetError<string>>;
/** Latency and time online of the organisation's bridges, minute by minute */
export declare const orgReportsLatencyQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly query: {
        readonly "from_ms": string | number;
        readonly "to_ms": string | number;
        readonly "robot_id"?: string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").Latency, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").Latency, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").Latency, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").Latency, import("../FleetError.ts").FleetError<string>>;
/** Cameras, configurations and recordings that fail or once failed; a robot's alone with robot_id */
export declare const orgReportsHealthQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {
    readonly query?: {
        readonly "robot_id"?: string;
    };
} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ResourceHealthResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ResourceHealthResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ResourceHealthResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ResourceHealthResponse, import("../FleetError.ts").FleetError<string>>;
/** What the organisation and its apps used, day by day */
export declare const usageListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly query: {
        readonly "from_day": string;
        readonly "to_day": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").Usage, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").Usage, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").Usage, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").Usage, import("../FleetError.ts").FleetError<string>>;
/** The billing account: who pays, how, when, and the newest invoices */
export declare const billingViewQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").BillingView, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").BillingView, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").BillingView, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").BillingView, import("../FleetError.ts").FleetError<string>>;
/** What became of a payment, asked of the provider where it is not known yet */
export declare const billingCheckoutStatusQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").CheckoutStatus, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").CheckoutStatus, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").CheckoutStatus, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").CheckoutStatus, import("../FleetError.ts").FleetError<string>>;
/** The audit trail, newest first */
export declare const auditListQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
        readonly "action"?: string | number;
        readonly "action_prefix"?: string | number;
        readonly "actor_id"?: string;
        readonly "target_kind"?: string | number;
        readonly "target_id"?: string | number;
        readonly "from_ms"?: string | number;
        readonly "to_ms"?: string | number;
    };
} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AuditListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AuditListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AuditListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AuditListResponse, import("../FleetError.ts").FleetError<string>>;
/** The audit trail, newest first, page by page */
export declare const auditListPagesQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
        readonly "action"?: string | number;
        readonly "action_prefix"?: string | number;
        readonly "actor_id"?: string;
        readonly "target_kind"?: string | number;
        readonly "target_id"?: string | number;
        readonly "from_ms"?: string | number;
        readonly "to_ms"?: string | number;
    };
} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseInfiniteQueryOptions<import("../types.gen.ts").AuditListResponse, import("../FleetError.ts").FleetError<string>, {
    readonly pages: import("../types.gen.ts").AuditListResponse[];
}, readonly unknown[], import("../Http.ts").Cursor | undefined>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AuditListResponse, readonly unknown[], import("../Http.ts").Cursor | undefined>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("@tanstack/query-core").InfiniteData<import("../types.gen.ts").AuditListResponse, unknown>, import("../FleetError.ts").FleetError<string>>;
/** Who the credential speaks for */
export declare const clientAuthMeQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ClientIdentity, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ClientIdentity, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ClientIdentity, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ClientIdentity, import("../FleetError.ts").FleetError<string>>;
/** How people may sign into an app */
export declare const clientAuthProvidersQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly query: {
        readonly "app_identifier": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ClientProviderListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ClientProviderListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ClientProviderListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ClientProviderListResponse, import("../FleetError.ts").FleetError<string>>;
/** The robots the caller reaches */
export declare const clientRobotsQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ClientRobotListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ClientRobotListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ClientRobotListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ClientRobotListResponse, import("../FleetError.ts").FleetError<string>>;
/** One robot, its bridge and its configuration */
export declare const robotsGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").RobotDetailResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").RobotDetailResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").RobotDetailResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").RobotDetailResponse, import("../FleetError.ts").FleetError<string>>;
/** What deleting a robot would take along */
export declare const robotsDeletionPreviewQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").RobotDeletionSummary, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").RobotDeletionSummary, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").RobotDeletionSummary, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").RobotDeletionSummary, import("../FleetError.ts").FleetError<string>>;
/** Every slug a role can be granted */
export declare const robotsExposuresQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ExposureListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ExposureListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ExposureListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ExposureListResponse, import("../FleetError.ts").FleetError<string>>;
/** The organisation's robots, with what each exposes */
export declare const robotsListQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").RobotListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").RobotListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").RobotListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").RobotListResponse, import("../FleetError.ts").FleetError<string>>;
/** The draft, its text and its issues */
export declare const configDraftQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ConfigDraft, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ConfigDraft, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ConfigDraft, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ConfigDraft, import("../FleetError.ts").FleetError<string>>;
/** Published versions, newest first */
export declare const configVersionsQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ConfigVersionListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ConfigVersionListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ConfigVersionListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ConfigVersionListResponse, import("../FleetError.ts").FleetError<string>>;
/** One published version */
export declare const configVersionQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "version": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ConfigVersion, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ConfigVersion, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ConfigVersion, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ConfigVersion, import("../FleetError.ts").FleetError<string>>;
/** What a rename of a slug would touch */
export declare const configSlugUsageQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "slug": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").SlugUsage, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").SlugUsage, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").SlugUsage, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").SlugUsage, import("../FleetError.ts").FleetError<string>>;
/** The ROS graph as it was read last; null before */
export declare const introspectionGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").Introspection | null, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").Introspection | null, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").Introspection | null, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").Introspection | null, import("../FleetError.ts").FleetError<string>>;
/** The type definitions that are known, by name */
export declare const introspectionTypesQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").TypeListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").TypeListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").TypeListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").TypeListResponse, import("../FleetError.ts").FleetError<string>>;
/** The newest sample */
export declare const datapointsGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "slug": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").DatapointValue, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").DatapointValue, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").DatapointValue, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").DatapointValue, import("../FleetError.ts").FleetError<string>>;
/** Recorded samples, or buckets of them */
export declare const datapointsHistoryQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "slug": string;
    };
    readonly query?: {
        readonly "from"?: string | number;
        readonly "to"?: string | number;
        readonly "window"?: string;
        readonly "agg"?: "avg" | "min" | "max" | "last" | "count";
        readonly "field"?: string | number;
        readonly "tz"?: string | number;
        readonly "limit"?: string | number;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").HistoryBuckets | import("../types.gen.ts").HistorySamples, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").HistoryBuckets | import("../types.gen.ts").HistorySamples, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").HistoryBuckets | import("../types.gen.ts").HistorySamples, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").HistoryBuckets | import("../types.gen.ts").HistorySamples, import("../FleetError.ts").FleetError<string>>;
/** The granted datapoints */
export declare const datapointsListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").DatapointListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").DatapointListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").DatapointListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").DatapointListResponse, import("../FleetError.ts").FleetError<string>>;
/** Everything granted, described */
export declare const datapointsDatasheetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").McpRobotDatasheet, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").McpRobotDatasheet, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").McpRobotDatasheet, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").McpRobotDatasheet, import("../FleetError.ts").FleetError<string>>;
/** Size, type and age of the newest still */
export declare const camerasSnapshotMetaQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "slug": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").SnapshotMeta, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").SnapshotMeta, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").SnapshotMeta, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").SnapshotMeta, import("../FleetError.ts").FleetError<string>>;
/** The granted cameras */
export declare const camerasListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").CameraListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").CameraListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").CameraListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").CameraListResponse, import("../FleetError.ts").FleetError<string>>;
/** The published alerts and their states */
export declare const alertsListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AlertListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AlertListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AlertListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AlertListResponse, import("../FleetError.ts").FleetError<string>>;
/** When alerts of the robot fired and resolved, newest first */
export declare const alertsHistoryQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AlertHistoryPage, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AlertHistoryPage, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AlertHistoryPage, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AlertHistoryPage, import("../FleetError.ts").FleetError<string>>;
/** When alerts of the robot fired and resolved, newest first, page by page */
export declare const alertsHistoryPagesQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseInfiniteQueryOptions<import("../types.gen.ts").AlertHistoryPage, import("../FleetError.ts").FleetError<string>, {
    readonly pages: import("../types.gen.ts").AlertHistoryPage[];
}, readonly unknown[], import("../Http.ts").Cursor | undefined>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AlertHistoryPage, readonly unknown[], import("../Http.ts").Cursor | undefined>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("@tanstack/query-core").InfiniteData<import("../types.gen.ts").AlertHistoryPage, unknown>, import("../FleetError.ts").FleetError<string>>;
/** The alerts of the whole organisation, those that moved last first */
export declare const alertsOrgAlertsQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {
    readonly query?: {
        readonly "state"?: "ok" | "firing";
        readonly "before"?: string | number;
        readonly "limit"?: string | number;
    };
} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").OrgAlertListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").OrgAlertListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").OrgAlertListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").OrgAlertListResponse, import("../FleetError.ts").FleetError<string>>;
/** The alerts of the whole organisation, those that moved last first, page by page */
export declare const alertsOrgAlertsPagesQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {
    readonly query?: {
        readonly "state"?: "ok" | "firing";
        readonly "before"?: string | number;
        readonly "limit"?: string | number;
    };
} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseInfiniteQueryOptions<import("../types.gen.ts").OrgAlertListResponse, import("../FleetError.ts").FleetError<string>, {
    readonly pages: import("../types.gen.ts").OrgAlertListResponse[];
}, readonly unknown[], import("../Http.ts").Cursor | undefined>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").OrgAlertListResponse, readonly unknown[], import("../Http.ts").Cursor | undefined>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("@tanstack/query-core").InfiniteData<import("../types.gen.ts").OrgAlertListResponse, unknown>, import("../FleetError.ts").FleetError<string>>;
/** The slug's most recent job, ended ones included */
export declare const jobsGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "slug": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").JobResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").JobResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").JobResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").JobResponse, import("../FleetError.ts").FleetError<string>>;
/** The most recent job of every granted slug */
export declare const jobsListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").JobListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").JobListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").JobListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").JobListResponse, import("../FleetError.ts").FleetError<string>>;
/** Past and present runs of one robot, newest first */
export declare const jobsHistoryQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
        readonly "slug"?: string;
        readonly "state"?: "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "lost";
        readonly "kind"?: "action" | "service";
        readonly "from_ms"?: string | number;
        readonly "to_ms"?: string | number;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").JobRunPage, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").JobRunPage, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").JobRunPage, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").JobRunPage, import("../FleetError.ts").FleetError<string>>;
/** Past and present runs of one robot, newest first, page by page */
export declare const jobsHistoryPagesQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
        readonly "slug"?: string;
        readonly "state"?: "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "lost";
        readonly "kind"?: "action" | "service";
        readonly "from_ms"?: string | number;
        readonly "to_ms"?: string | number;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseInfiniteQueryOptions<import("../types.gen.ts").JobRunPage, import("../FleetError.ts").FleetError<string>, {
    readonly pages: import("../types.gen.ts").JobRunPage[];
}, readonly unknown[], import("../Http.ts").Cursor | undefined>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").JobRunPage, readonly unknown[], import("../Http.ts").Cursor | undefined>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("@tanstack/query-core").InfiniteData<import("../types.gen.ts").JobRunPage, unknown>, import("../FleetError.ts").FleetError<string>>;
/** One run of a robot, by its id */
export declare const jobsRunQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "runId": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").JobRun, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").JobRun, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").JobRun, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").JobRun, import("../FleetError.ts").FleetError<string>>;
/** Runs of the whole organisation, newest first */
export declare const jobsOrgRunsQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
        readonly "slug"?: string;
        readonly "state"?: "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "lost";
        readonly "kind"?: "action" | "service";
        readonly "from_ms"?: string | number;
        readonly "to_ms"?: string | number;
        readonly "robot_id"?: string;
    };
} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").JobRunPage, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").JobRunPage, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").JobRunPage, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").JobRunPage, import("../FleetError.ts").FleetError<string>>;
/** Runs of the whole organisation, newest first, page by page */
export declare const jobsOrgRunsPagesQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
        readonly "slug"?: string;
        readonly "state"?: "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "lost";
        readonly "kind"?: "action" | "service";
        readonly "from_ms"?: string | number;
        readonly "to_ms"?: string | number;
        readonly "robot_id"?: string;
    };
} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseInfiniteQueryOptions<import("../types.gen.ts").JobRunPage, import("../FleetError.ts").FleetError<string>, {
    readonly pages: import("../types.gen.ts").JobRunPage[];
}, readonly unknown[], import("../Http.ts").Cursor | undefined>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").JobRunPage, readonly unknown[], import("../Http.ts").Cursor | undefined>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("@tanstack/query-core").InfiniteData<import("../types.gen.ts").JobRunPage, unknown>, import("../FleetError.ts").FleetError<string>>;
/** How many jobs run, and how many started and failed since a moment */
export declare const jobsOrgSummaryQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly query: {
        readonly "since_ms": string | number;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").JobSummary, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").JobSummary, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").JobSummary, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").JobSummary, import("../FleetError.ts").FleetError<string>>;
/** The files of a robot, and what its URDF lacks */
export declare const assetsListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AssetList, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AssetList, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AssetList, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AssetList, import("../FleetError.ts").FleetError<string>>;
/** How far an upload is */
export declare const assetSyncsGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "syncId": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AssetSyncStatus, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AssetSyncStatus, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AssetSyncStatus, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AssetSyncStatus, import("../FleetError.ts").FleetError<string>>;
/** The recordings of a robot, newest first */
export declare const recordingsListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").RecordingList, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").RecordingList, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").RecordingList, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").RecordingList, import("../FleetError.ts").FleetError<string>>;
/** One recording, and how far it is */
export declare const recordingsGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "recordingId": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").Recording, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").Recording, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").Recording, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").Recording, import("../FleetError.ts").FleetError<string>>;
/** One app */
export declare const appsGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").App, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").App, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").App, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").App, import("../FleetError.ts").FleetError<string>>;
/** What deleting an app would take along */
export declare const appsDeletionPreviewQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AppDeletionSummary, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AppDeletionSummary, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AppDeletionSummary, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AppDeletionSummary, import("../FleetError.ts").FleetError<string>>;
/** The organisation's apps */
export declare const appsListQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AppListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AppListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AppListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AppListResponse, import("../FleetError.ts").FleetError<string>>;
/** How people sign into an app, and what its hosted pages look like */
export declare const authConfigGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AppAuthConfig, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AppAuthConfig, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AppAuthConfig, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AppAuthConfig, import("../FleetError.ts").FleetError<string>>;
/** An app's own words for a kind of mail */
export declare const mailTemplatesGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "kind": "invite" | "verify" | "reset" | "login_code";
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AppMailTemplate, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AppMailTemplate, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AppMailTemplate, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AppMailTemplate, import("../FleetError.ts").FleetError<string>>;
/** The mails that an app has put in its own words */
export declare const mailTemplatesListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AppMailTemplateListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AppMailTemplateListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AppMailTemplateListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AppMailTemplateListResponse, import("../FleetError.ts").FleetError<string>>;
/** What a role grants */
export declare const rolesPermissionsQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "roleId": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").RolePermissions, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").RolePermissions, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").RolePermissions, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").RolePermissions, import("../FleetError.ts").FleetError<string>>;
/** What a role may do with each robot of the app, described */
export declare const rolesDatasheetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "roleId": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").RoleDatasheetResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").RoleDatasheetResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").RoleDatasheetResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").RoleDatasheetResponse, import("../FleetError.ts").FleetError<string>>;
/** Why a user of a role may or may not read or command a slug */
export declare const rolesExplainQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "roleId": string;
    };
    readonly query: {
        readonly "robot_id": string;
        readonly "slug": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ExplainAccessResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ExplainAccessResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ExplainAccessResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ExplainAccessResponse, import("../FleetError.ts").FleetError<string>>;
/** An app's roles */
export declare const rolesListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").RoleListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").RoleListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").RoleListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").RoleListResponse, import("../FleetError.ts").FleetError<string>>;
/** One app user */
export declare const appUsersGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "userId": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AppUser, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AppUser, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AppUser, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AppUser, import("../FleetError.ts").FleetError<string>>;
/** An app's users, oldest first */
export declare const appUsersListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AppUserListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AppUserListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AppUserListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AppUserListResponse, import("../FleetError.ts").FleetError<string>>;
/** Outstanding invitations to an app, newest first */
export declare const appInvitationsListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").PendingAppInvitationListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").PendingAppInvitationListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").PendingAppInvitationListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").PendingAppInvitationListResponse, import("../FleetError.ts").FleetError<string>>;
/** A sign-in provider */
export declare const oidcProvidersGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "providerId": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AppOidcProvider, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AppOidcProvider, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AppOidcProvider, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AppOidcProvider, import("../FleetError.ts").FleetError<string>>;
/** The sign-in providers of an app, by slug */
export declare const oidcProvidersListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").AppOidcProviderListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").AppOidcProviderListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").AppOidcProviderListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").AppOidcProviderListResponse, import("../FleetError.ts").FleetError<string>>;
/** An app's server keys, oldest first */
export declare const serverKeysListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ServerKeyListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ServerKeyListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ServerKeyListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ServerKeyListResponse, import("../FleetError.ts").FleetError<string>>;
/** A webhook */
export declare const webhooksGetQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").Webhook, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").Webhook, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").Webhook, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").Webhook, import("../FleetError.ts").FleetError<string>>;
/** The deliveries of the last seven days, newest first */
export declare const webhooksDeliveriesQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").WebhookDeliveryPage, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").WebhookDeliveryPage, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").WebhookDeliveryPage, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").WebhookDeliveryPage, import("../FleetError.ts").FleetError<string>>;
/** The deliveries of the last seven days, newest first, page by page */
export declare const webhooksDeliveriesPagesQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
    readonly query?: {
        readonly "before_seq"?: string | number;
        readonly "limit"?: string | number;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseInfiniteQueryOptions<import("../types.gen.ts").WebhookDeliveryPage, import("../FleetError.ts").FleetError<string>, {
    readonly pages: import("../types.gen.ts").WebhookDeliveryPage[];
}, readonly unknown[], import("../Http.ts").Cursor | undefined>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").WebhookDeliveryPage, readonly unknown[], import("../Http.ts").Cursor | undefined>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("@tanstack/query-core").InfiniteData<import("../types.gen.ts").WebhookDeliveryPage, unknown>, import("../FleetError.ts").FleetError<string>>;
/** The webhooks of the organisation, oldest first */
export declare const webhooksListQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").WebhookListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").WebhookListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").WebhookListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").WebhookListResponse, import("../FleetError.ts").FleetError<string>>;
/** A client that asks for consent, for the page that asks the person */
export declare const mcpInteractionQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").ClientMcpInteraction, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").ClientMcpInteraction, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").ClientMcpInteraction, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").ClientMcpInteraction, import("../FleetError.ts").FleetError<string>>;
/** The clients that the signed-in app user lets act, newest first */
export declare const mcpGrantsQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").McpGrantListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").McpGrantListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").McpGrantListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").McpGrantListResponse, import("../FleetError.ts").FleetError<string>>;
/** The clients that an app user lets act, newest first */
export declare const appUserMcpGrantsQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
        readonly "userId": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").McpGrantListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").McpGrantListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").McpGrantListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").McpGrantListResponse, import("../FleetError.ts").FleetError<string>>;
/** The clients that the developer lets act at the central MCP endpoint, newest first */
export declare const developerMcpGrantsQuery: ({ request }: import("./routeQuery.ts").Caller, input?: {} | undefined) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").McpGrantListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").McpGrantListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").McpGrantListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").McpGrantListResponse, import("../FleetError.ts").FleetError<string>>;
/** What each MCP client of the app asked for last, and what to do where it does not connect */
export declare const mcpClientsListQuery: ({ request }: import("./routeQuery.ts").Caller, input: {
    readonly params: {
        readonly "id": string;
    };
}) => import("@tanstack/query-core").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<import("../types.gen.ts").McpClientListResponse, import("../FleetError.ts").FleetError<string>, import("../types.gen.ts").McpClientListResponse, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/query-core").QueryFunction<import("../types.gen.ts").McpClientListResponse, readonly unknown[], never>;
} & import("@tanstack/query-core").QueryKeyWithDataTag<readonly unknown[], import("../types.gen.ts").McpClientListResponse, import("../FleetError.ts").FleetError<string>>;

// react-query/routeQuery.d.ts

import type { FleetError } from "../FleetError.ts";
import { type CallOptions, type Cursor, type PagedRouteId, type RouteAnswer, type RouteId, type RouteInput } from "../Http.ts";
import type { Request } from "../Request.ts";
/** What makes the calls: a client. */
export interface Caller {
    readonly request: Request;
}
type OwnInput<Id extends RouteId> = Omit<RouteInput<Id>, keyof CallOptions>;
/** A route's `params`, `query` and `headers`: left out where it needs none. */
export type QueryInput<Id extends RouteId> = object extends OwnInput<Id> ? [input?: OwnInput<Id>] : [input: OwnInput<Id>];
/** The key of a route's answers, or without `input` what all keys of the route begin with: for `invalidateQueries`. */
export declare const routeKey: <Id extends RouteId>(id: Id, input?: Partial<OwnInput<Id>>) => readonly ["fleet", Id] | readonly ["fleet", Id, Partial<OwnInput<Id>>];
/** The options of a route's query. Nothing is tried again by the query: the client has done that where it is of use. */
export declare const routeQuery: <Id extends RouteId>(id: Id) => ({ request }: Caller, ...[input]: QueryInput<Id>) => import("@tanstack/react-query").OmitKeyof<import("@tanstack/react-query").UseQueryOptions<RouteAnswer<Id>, FleetError<string>, RouteAnswer<Id>, readonly unknown[]>, "queryFn"> & {
    queryFn?: import("@tanstack/react-query").QueryFunction<RouteAnswer<Id>, readonly unknown[], never>;
} & import("@tanstack/react-query").QueryKeyWithDataTag<readonly unknown[], RouteAnswer<Id>, FleetError<string>>;
/** The options of an infinite query over the pages of a list that has a cursor. */
export declare const pagesQuery: <Id extends PagedRouteId>(id: Id) => ({ request }: Caller, ...[input]: QueryInput<Id>) => import("@tanstack/react-query").OmitKeyof<import("@tanstack/react-query").UseInfiniteQueryOptions<RouteAnswer<Id>, FleetError<string>, {
    readonly pages: Array<RouteAnswer<Id>>;
}, readonly unknown[], Cursor | undefined>, "queryFn"> & {
    queryFn?: import("@tanstack/react-query").QueryFunction<RouteAnswer<Id>, readonly unknown[], Cursor | undefined>;
} & import("@tanstack/react-query").QueryKeyWithDataTag<readonly unknown[], import("@tanstack/react-query").InfiniteData<RouteAnswer<Id>, unknown>, FleetError<string>>;
export {};

// react/FleetProvider.d.ts

import { type ReactElement, type ReactNode } from "react";
import type { FleetClient } from "../createClient.ts";
/** Gives the hooks below it their client. It does not close the client: its maker does. */
export declare const FleetProvider: ({ children, client }: {
    readonly client: FleetClient;
    readonly children?: ReactNode;
}) => ReactElement;
/** The client of the `FleetProvider` around. Throws a TypeError without one. */
export declare const useFleet: () => FleetClient;

// react/Store.d.ts

/** A state outside of React, as `useSyncExternalStore` takes it. */
export interface Store<State> {
    /** Calls back with each change. Answers how to stop. */
    readonly subscribe: (changed: () => void) => () => void;
    /** The state now; the same object until it changes. */
    readonly get: () => State;
}
/** Sets a store's state, whole or by what it was. */
export type SetState<State> = (next: State | ((before: State) => State)) => void;
/** A state that `start` feeds while somebody listens; `start` answers how to end that. The last state stays. */
export declare const makeStore: <State extends object>(initial: State, start: (set: SetState<State>) => () => void) => Store<State>;
/** A state that never changes. */
export declare const fixedStore: <State>(state: State) => Store<State>;

// react/index.d.ts

export { FleetProvider, useFleet } from "./FleetProvider.ts";
export { type AlertsState, useAlerts } from "./useAlerts.ts";
export { type CameraOptions, type CameraState, useCamera } from "./useCamera.ts";
export { useConnection } from "./useConnection.ts";
export { type DatapointState, useDatapoint } from "./useDatapoint.ts";
export { type JobState, useJob } from "./useJob.ts";
export { type OrgEventsState, useOrgEvents } from "./useOrgEvents.ts";
export { type PresenceState, usePresence } from "./usePresence.ts";
export { type ServiceState, useService } from "./useService.ts";
export { type SessionState, useSession } from "./useSession.ts";

// react/latestStore.d.ts

import type { FleetError } from "../FleetError.ts";
import type { Subscription } from "../realtime/Subscription.ts";
import { type Store } from "./Store.ts";
/** The newest value of a subscription, and why it ended where it did. */
export interface Latest<Value> {
    /** Undefined before the first one. */
    readonly value: Value | undefined;
    /** Why no value comes any more, such as `forbidden`. Undefined while they may come. */
    readonly error: FleetError | undefined;
}
/** Before the first value. */
export declare const noValue: Latest<never>;
/** The newest value of what `subscribe` subscribes, set at most every `throttleMs`; nothing where there is nothing to subscribe. */
export declare const latestStore: <Value>(subscribe: (() => Subscription<Value>) | null, throttleMs?: number) => Store<Latest<Value>>;

// react/throttle.d.ts

/** Runs `task` at once, and again at most every `ms` milliseconds however often it is asked to; the last time it is asked to counts. */
export declare const throttle: (ms: number, task: () => void) => {
    readonly run: () => void;
    readonly stop: () => void;
};

// react/unnamed.d.ts

/** Nothing can be started where a hook was given null for robot or slug. */
export declare const unnamed: (hook: string, kind: string) => never;

// react/useAlerts.d.ts

import { FleetError } from "../FleetError.ts";
import type { Alert, OrgAlert } from "../types.gen.ts";
/** Alerts, as they were read last. */
export interface AlertsState<Item> {
    /** Undefined until they were read. */
    readonly alerts: ReadonlyArray<Item> | undefined;
    /** Why they could not be read, or why changes are not noticed any more. */
    readonly error: FleetError | undefined;
    /** Reads them again. The same function as long as the robot is the same. */
    readonly refresh: () => void;
}
/**
 * Alerts, for developers: those of a robot in any state, or those that fire on any robot. They are read at once and
 * again whenever one changes.
 */
export declare function useAlerts(robotId: string): AlertsState<Alert>;
export declare function useAlerts(): AlertsState<OrgAlert>;

// react/useCamera.d.ts

import { type RefCallback } from "react";
import { FleetError } from "../FleetError.ts";
import type { LiveOptions, LiveState, LiveView } from "../video/live.ts";
/** A camera on the screen. */
export interface CameraState {
    /** `idle` while there is no canvas; the others as `@fleet/sdk/video` says them. */
    readonly state: LiveState | "idle";
    /** Why it is so, where the service or the stream said it. */
    readonly reason: string | null;
    /** Why it could not be started, such as `camera_offline`. */
    readonly error: FleetError | undefined;
    /** The view, for its `ageMs` and `pictureAgeMs`, which are read when they are drawn. Undefined before it began. */
    readonly view: LiveView | undefined;
}
/** What a view is asked for. */
export interface CameraOptions extends Pick<LiveOptions, "playback" | "onPainted"> {
}
/**
 * Shows a camera's live video: give `ref` to a `<canvas>`. It begins with the canvas and ends with it; `restart` begins
 * again after it ended, because the page was hidden for instance. The decoder is loaded with the first camera.
 */
export declare const useCamera: (robotId: string, slug: string, { onPainted, playback }?: CameraOptions) => CameraState & {
    readonly ref: RefCallback<HTMLCanvasElement>;
    readonly restart: () => void;
};

// react/useConnection.d.ts

import type { ConnectionStatus } from "../realtime/ConnectionStatus.ts";
/** How the socket behind subscriptions and commands fares: `fleet.realtime.status`, kept up to date. */
export declare const useConnection: () => ConnectionStatus;

// react/useDatapoint.d.ts

import type { FleetError } from "../FleetError.ts";
/** The newest sample of a datapoint. */
export interface DatapointState<Value> {
    /** Undefined before the first sample. */
    readonly value: Value | undefined;
    /** When the robot captured it. It does not say that the value still holds: compare it with `fleet.clock.now()`. */
    readonly at: Date | undefined;
    /** Why no sample comes any more, such as `forbidden` or `unknown_datapoint`. */
    readonly error: FleetError | undefined;
}
/**
 * The newest sample of a datapoint, and each new one: the component renders at most every `throttleMs` milliseconds, 100
 * by default, and always for the last sample of a burst. With null for robot or slug it subscribes nothing.
 */
export declare const useDatapoint: <Value = unknown>(robotId: string | null, slug: string | null, { throttleMs }?: {
    readonly throttleMs?: number;
}) => DatapointState<Value>;

// react/useJob.d.ts

import type { FleetError } from "../FleetError.ts";
import type { JobHandle } from "../JobHandle.ts";
import type { Job } from "../types.gen.ts";
import type { CommandOptions, JobUpdate, Params } from "../Values.ts";
/** The newest job of an action, and how to start and cancel one. */
export interface JobState {
    /** The newest job, no matter who started it, with its feedback and progress. Undefined where there was none. */
    readonly job: JobUpdate | undefined;
    /** Why no change comes any more, such as `forbidden` or `unknown_slug`. */
    readonly error: FleetError | undefined;
    /** As `Action.start`: fails with `busy` while a job runs. The same function as long as robot and slug are the same. */
    readonly start: (params?: Params, options?: CommandOptions) => Promise<JobHandle>;
    /** As `Action.cancel`: whatever runs on the slug. */
    readonly cancel: () => Promise<Job | null>;
}
/** The newest job of a robot's action, and each change of it. With null for robot or slug it subscribes nothing, and a start fails. */
export declare const useJob: (robotId: string | null, slug: string | null) => JobState;

// react/useOrgEvents.d.ts

import type { FleetError } from "../FleetError.ts";
import type { OrgEventGap } from "../realtime/OrgEvents.ts";
import type { OrgEvent } from "../types.gen.ts";
/** The organisation's events. */
export interface OrgEventsState {
    /** The newest, the oldest of them first. */
    readonly events: ReadonlyArray<OrgEvent>;
    /** What did not come, the oldest first; the newest 20. */
    readonly gaps: ReadonlyArray<OrgEventGap>;
    /** Why none come any more: `forbidden` for anybody but developers. */
    readonly error: FleetError | undefined;
}
/**
 * What happens in the organisation, for developers: the newest `limit` events, 200 by default. The component renders at
 * most every `throttleMs` milliseconds, 100 by default.
 */
export declare const useOrgEvents: ({ limit, throttleMs }?: {
    readonly limit?: number;
    readonly throttleMs?: number;
}) => OrgEventsState;

// react/usePresence.d.ts

import type { FleetError } from "../FleetError.ts";
import type { Viewer } from "../Values.ts";
/** Who looks at a robot. */
export interface PresenceState {
    /** Undefined until the service has answered. */
    readonly viewers: ReadonlyArray<Viewer> | undefined;
    readonly error: FleetError | undefined;
}
/** Who looks at a robot now. With null it subscribes nothing. */
export declare const usePresence: (robotId: string | null) => PresenceState;

// react/useService.d.ts

import type { FleetError } from "../FleetError.ts";
import type { CommandOptions, JobUpdate, Params } from "../Values.ts";
/** The newest call of a service, and how to make one. */
export interface ServiceState<Result> {
    /** The newest call, no matter who made it, as a job. Undefined where there was none. */
    readonly job: JobUpdate | undefined;
    /** Why no change comes any more, such as `forbidden` or `unknown_slug`. */
    readonly error: FleetError | undefined;
    /** As `Service.call`: answers the result. The same function as long as robot and slug are the same. */
    readonly call: (params?: Params, options?: CommandOptions) => Promise<Result>;
}
/** The newest call of a robot's service, and each change of it. With null for robot or slug it subscribes nothing, and a call fails. */
export declare const useService: <Result = unknown>(robotId: string | null, slug: string | null) => ServiceState<Result>;

// react/useSession.d.ts

import type { Session } from "../session/Session.ts";
/** Who is signed in. `loading` until the storage has answered. */
export type SessionState = {
    readonly status: "loading" | "signed_out";
    readonly session: null;
    readonly user: null;
} | {
    readonly status: "signed_in";
    readonly session: Session;
    readonly user: Session["user"];
};
/** Who is signed in with this client, kept up to date over sign-ins, renewals and sign-outs, those of other tabs too. */
export declare const useSession: () => SessionState;

// react/useStore.d.ts

import type { Store } from "./Store.ts";
/** The state of the store that `make` makes, of another one whenever `deps` change. */
export declare const useStore: <State>(make: () => Store<State>, deps: ReadonlyArray<unknown>) => State;

// realtime/Channels.d.ts

import { FleetError } from "../FleetError.ts";
import type { RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts";
import type { Sink } from "./Subscription.ts";
/** What may be subscribed of a robot: a datapoint's values, a command's job, or, where `slug` is null, who looks at it. */
export type Topic = {
    readonly robotId: string;
    readonly slug: string;
    readonly kind: "datapoint" | "action" | "service";
} | {
    readonly robotId: string;
    readonly slug: null;
};
/** A frame that carries a subscription's value. */
export type ValueFrame = Extract<RealtimeServerMessage, {
    readonly type: "datapoint" | "job" | "presence";
}>;
type SubscribeError = Extract<RealtimeServerMessage, {
    readonly type: "subscribe_error";
}>;
/** A reader of one topic. `resumed` says that frames may be missing between the last one and the next. */
export interface FrameSink extends Sink<ValueFrame> {
    readonly resumed?: () => void;
}
/** Every topic that is read, each asked for once whatever the number of its readers. */
export declare class Channels {
    #private;
    /** `send` answers whether there was a socket to send over. */
    constructor(baseUrl: string, send: (message: RealtimeClientMessage) => boolean);
    get size(): number;
    get topics(): ReadonlyArray<Topic>;
    /** Adds a reader; it gets the newest frame soon if there is one. Answers how to remove it. */
    join(topic: Topic, sink: FrameSink): () => void;
    /** Frames come again. A new socket is asked for every topic, the same one for what it was not asked yet. */
    resume(isNew: boolean): void;
    /** The socket did not take up a topic, for want of a credential: it is asked again with the next. */
    postpone({ robot_id, slug }: SubscribeError): void;
    receive(frame: ValueFrame): void;
    /** One topic was refused or ended. */
    refuse(frame: SubscribeError): void;
    /** Nothing will come any more. */
    fail(error: FleetError): void;
}
export {};

// realtime/Commands.d.ts

import { FleetError } from "../FleetError.ts";
import type { RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts";
/** A command without its `request_id`. */
export type Command = Unnumbered<Extract<RealtimeClientMessage, {
    readonly type: "invoke" | "cancel" | "publish" | "release" | "stop";
}>>;
type Unnumbered<Message> = Message extends unknown ? Omit<Message, "request_id"> : never;
export type CommandResult = Extract<RealtimeServerMessage, {
    readonly type: "command_result";
}>;
/** Commands over the socket, paired with their answers by request id. Each is carried out once at most, on one socket. */
export declare class Commands {
    #private;
    /** `send` answers false where there is no socket that takes commands. */
    constructor(baseUrl: string, send: (message: RealtimeClientMessage) => boolean);
    get size(): number;
    /**
     * Sends a command as soon as there is a socket, or with `atOnce` now or never. An aborted one that was sent already is still
     * carried out.
     */
    issue(command: Command, signal?: AbortSignal, atOnce?: boolean): Promise<CommandResult>;
    /** A socket is there. */
    flush(): void;
    /** A command that was refused for want of a credential was not carried out: it goes out again by `flush`. */
    postpone(result: CommandResult): void;
    answer(result: CommandResult): void;
    /** The socket is gone: whether these were carried out is unknown. They are never sent again. */
    lose(error?: FleetError): void;
}
export {};

// realtime/Connected.d.ts

import type { FleetError } from "../FleetError.ts";
import type { Observers } from "../Reports.ts";
import type { ClientIdentity, RealtimeServerMessage } from "../types.gen.ts";
import type { LinkStatus } from "./ConnectionStatus.ts";
import type { ClockKeeper } from "./ServiceClock.ts";
/** A bearer, whose it is where that is known, and when it ends by this machine's clock. */
export interface Credential {
    readonly accessToken: string;
    readonly user?: ClientIdentity;
    readonly expiresAt: number | null;
}
/** Where a connection reports to, and what it asks. */
export interface Connected extends Pick<Observers, "onFrame"> {
    /** A bearer that is good for at least `goodForMs`. */
    readonly credential: (goodForMs: number) => Promise<Credential>;
    /** A credential other than the one that was refused as expired or unknown. */
    readonly renew: ((refused: string) => Promise<string>) | undefined;
    /** The service's clock, to be kept right. */
    readonly clock: ClockKeeper;
    /** How often the service is asked whether the link lives, in milliseconds; after 30 s of silence where it is absent. */
    readonly heartbeatMs: number | undefined;
    readonly onState: (status: LinkStatus) => void;
    /** The credential was accepted: on a new socket, or on the one that was paused, which goes on with what it was asked. */
    readonly onReady: (isNew: boolean) => void;
    readonly onMessage: (message: RealtimeServerMessage) => void;
    /** The socket is gone. Where `fatal` is set it is not tried again. */
    readonly onLost: (fatal: FleetError | undefined) => void;
    /** The service ended the session of this bearer. */
    readonly onSessionEnded: (accessToken: string) => void;
}

// realtime/Connection.d.ts

import type { ConnectionState } from "./ConnectionStatus.ts";
import type { ClientIdentity, RealtimeClientMessage } from "../types.gen.ts";
import type { Connected } from "./Connected.ts";
/** The parts of a WebSocket that are used. */
export type WebSocketConstructor = new (url: string) => Pick<WebSocket, "send" | "close" | "readyState" | "addEventListener">;
/** Holds one authenticated socket open: connects, renews the credential on it, and comes back after a loss. */
export declare class Connection {
    #private;
    constructor(baseUrl: string, WebSocket: WebSocketConstructor | undefined, on: Connected);
    /** Whether what runs here was begun by another person than `person`. */
    belongsToOther(person: ClientIdentity): boolean;
    get state(): ConnectionState;
    /** Whether the open socket waits for another credential. */
    get isPaused(): boolean;
    /** Opens the socket unless it is open or on its way. */
    open(): void;
    /** Lets go of the socket. */
    release(state: "idle" | "closed"): void;
    /** Whether it was sent: a browser writes an error of what is given to a socket that is closing. */
    send(message: RealtimeClientMessage): boolean;
    /** How long the service takes to answer, in milliseconds. Without an answer within `timeoutMs` the socket is given up. */
    probe(timeoutMs: number): Promise<number>;
    /** Proves the identity again on the open socket, with a fresh credential. */
    authenticate(goodForMs?: number): Promise<void>;
}

// realtime/ConnectionStatus.d.ts

/**
 * `idle`: nothing asks for a socket. `connecting`, `connected`, and `disconnected` while it waits to try again.
 * `closed`: the service ended the session, or the client was closed.
 */
export type ConnectionState = "idle" | "connecting" | "connected" | "disconnected" | "closed";
/** How the socket fares. A new object with each change. */
export interface ConnectionStatus {
    readonly state: ConnectionState;
    /**
     * Why it is not connected, until it is: `offline` where this machine has no network, `silent` where nothing came any more,
     * `restarting` where the service said so, `connection_lost` otherwise, or the code of what the service or a renewal of
     * the credential answered, such as `token_revoked`, `org_locked`, `signed_out`. Null before anything went wrong.
     */
    readonly reason: string | null;
    /** When the next try begins, by this machine's clock; null while none is waited for. */
    readonly retryAt: Date | null;
    /** How long the service took to answer last, in milliseconds; null where it was not asked on this socket yet. */
    readonly roundTripMs: number | null;
    /** Robots and slugs that are subscribed, presence included: a socket takes 500. */
    readonly subscriptions: number;
}
/** What a connection knows of itself. */
export type LinkStatus = Omit<ConnectionStatus, "subscriptions">;

// realtime/Heartbeat.d.ts

/** Where a heartbeat reports to. */
export interface HeartbeatEvents {
    /** Asks the service for its time, which it answers at once. */
    readonly ask: (requestId: string) => void;
    /** Nothing came for so long that the link must be gone. */
    readonly onSilent: () => void;
    /** How long an answer took. */
    readonly onAnswer: (roundTripMs: number) => void;
}
/**
 * Finds out whether an open socket still leads anywhere: asks after 30 s of silence, or every `everyMs` where that is
 * set, and gives the link up when nothing comes for as long, ten seconds at most.
 */
export declare class Heartbeat {
    #private;
    constructor(everyMs: number | undefined, on: HeartbeatEvents);
    /** The socket is open and the credential was accepted. */
    start(): void;
    /** The socket is gone. */
    stop(): void;
    /** Something came. */
    received(): void;
    /** The answer to a question came. Answers when it was asked, by `performance.now()`. */
    answered(requestId: string): number | undefined;
    /** Asks now, or as soon as the socket is open. Answers how long the answer took; gives the link up without one. */
    probe(timeoutMs: number): Promise<number>;
    /** Asks now, and gives the link up where nothing comes within `patienceMs`. */
    ask(patienceMs?: number, isLast?: boolean): void;
}

// realtime/OrgEvents.d.ts

import { FleetError } from "../FleetError.ts";
import type { OrgEvent, RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts";
import type { Sink } from "./Subscription.ts";
/** Events, or changes of health, that did not come. */
export interface OrgEventGap {
    /** Since when, by the service's clock; null where that is not known. */
    readonly since: Date | null;
    /** How many; null where that is not known, as after a restart of the service or between two sockets. */
    readonly dropped: number | null;
}
/** A reader of the organisation's events. */
export interface OrgEventSink extends Sink<OrgEvent> {
    readonly gap: (gap: OrgEventGap) => void;
}
type OrgEventMessage = Extract<RealtimeServerMessage, {
    readonly type: "org_event" | "org_event_replay" | "org_event_dropped";
}>;
/** The organisation's events, asked for once whatever the number of readers. Each is given once, over reconnects too. */
export declare class OrgEvents {
    #private;
    constructor(send: (message: RealtimeClientMessage) => boolean);
    /** Adds a reader; it gets the kept events soon. Answers how to remove it. */
    join(sink: OrgEventSink): () => void;
    /** Frames come again. A new socket is asked for them, the same one where it was not asked yet. */
    resume(isNew: boolean): void;
    /** The socket did not take the question up, for want of a credential: it is asked again with the next. */
    postpone(): void;
    receive(message: OrgEventMessage): void;
    /** None will come any more. */
    fail(error: FleetError): void;
}
export {};

// realtime/Realtime.d.ts

import { FleetError } from "../FleetError.ts";
import type { ClientIdentity, RealtimeServerMessage } from "../types.gen.ts";
import { type FrameSink, type Topic } from "./Channels.ts";
import { type Command, type CommandResult } from "./Commands.ts";
import type { OrgEventGap, OrgEventSink } from "./OrgEvents.ts";
import type { Connected } from "./Connected.ts";
import { type WebSocketConstructor } from "./Connection.ts";
import type { ConnectionState, ConnectionStatus } from "./ConnectionStatus.ts";
import { ClockKeeper } from "./ServiceClock.ts";
/** How a resource fares from now on, or that its record is gone. */
export type HealthChange = Extract<RealtimeServerMessage, {
    readonly type: "resource_health" | "resource_health_cleared";
}>;
/** A reader of the health of resources. */
interface HealthSink {
    readonly next: (change: HealthChange) => void;
    readonly gap: ((gap: OrgEventGap) => void) | undefined;
}
/** The client's one socket: opened when something needs it, closed soon after nothing does. */
export declare class Realtime {
    #private;
    readonly clock: ClockKeeper;
    constructor(baseUrl: string, WebSocket: WebSocketConstructor | undefined, session: Pick<Connected, "credential" | "renew" | "onSessionEnded" | "heartbeatMs" | "onFrame">);
    get state(): ConnectionState;
    /** The state, why it is so, and when the next try begins; the same object until something of it changes. */
    get status(): ConnectionStatus;
    /** What is subscribed of robots now, in the order in which it was: as many as `status.subscriptions` counts. */
    get subscriptions(): ReadonlyArray<Topic>;
    /** Calls back on each change of `state`. Answers how to stop. */
    onState(listener: (state: ConnectionState) => void): () => void;
    /** Calls back on each change of `status`. Answers how to stop. */
    onStatus(listener: (status: ConnectionStatus) => void): () => void;
    /**
     * How long the service takes to answer now, in milliseconds; opens the socket where none is open. Where nothing comes
     * within `timeoutMs`, 5000 by default, the socket is given up for another: fails with `connection_lost`, or with `timeout`
     * where none could be opened.
     */
    probe({ timeoutMs }?: {
        readonly timeoutMs?: number;
    }): Promise<number>;
    /** Calls back with each change of a resource's health, and where some may be missing. Answers how to stop. */
    onHealth(next: HealthSink["next"], gap?: HealthSink["gap"]): () => void;
    /** Follows a topic. Answers how to stop. */
    follow(topic: Topic, sink: FrameSink): () => void;
    /** Follows the organisation's events. Answers how to stop. */
    followEvents(sink: OrgEventSink): () => void;
    /** Sends a command and waits for its answer; `connection_lost` where the socket closes before that. */
    command(command: Command, signal?: AbortSignal, atOnce?: boolean): Promise<CommandResult>;
    /** Tells the service of a renewed credential, where a socket is open. What another person began ends. */
    renewed(person: ClientIdentity): void;
    /** Ends everything that runs over the socket. */
    end(error: FleetError, closed: boolean): void;
}
export {};

// realtime/ServiceClock.d.ts

/** The service's clock, as its answers over the socket tell it. */
export interface ServiceClock {
    /** Milliseconds since the epoch by the service's clock; by this machine's until the service has said the time. */
    now(): number;
    /** What to add to this machine's clock, in milliseconds; null until the service has said the time. */
    readonly offsetMs: number | null;
    /** How far `now` may be off, in milliseconds: half of the quickest answer. Null until the service has said the time. */
    readonly uncertaintyMs: number | null;
    /** Asks the service for the time, over the socket, which is opened where none is open. Fails as `realtime.probe` does. */
    sync(): Promise<void>;
}
/** Keeps the service's clock by `performance.now()`, which no clock setting changes. */
export declare class ClockKeeper implements ServiceClock {
    #private;
    constructor(ask: () => Promise<unknown>);
    now(): number;
    get offsetMs(): number | null;
    get uncertaintyMs(): number | null;
    sync(): Promise<void>;
    /**
     * Takes up an answer to what was sent at `sentMs` by `performance.now()`. The quickest answer counts, until one
     * contradicts it: a machine that slept, or a clock that was set.
     */
    take(serverMs: number, sentMs: number): void;
}

// realtime/Subscription.d.ts

import type { FleetError } from "../FleetError.ts";
/** What feeds a subscription. */
export interface Sink<Value> {
    readonly next: (value: Value) => void;
    readonly fail: (error: FleetError) => void;
}
/**
 * Values that keep coming. Read them with callbacks, with `for await`, or look at `latest`; any number of readers may do
 * so at once. It survives reconnects and ends by `close()` (or `using`), or with the error that ended it.
 */
export declare class Subscription<Value> implements AsyncIterable<Value>, Disposable {
    #private;
    /** The newest value, if one came. */
    latest: Value | undefined;
    /** Why it ended, where it did so by itself. */
    error: FleetError | undefined;
    /** Values that slow `for await` readers never saw: each keeps the newest 256, oldest dropped first. */
    dropped: number;
    /** `start` begins the feed and answers how to end it. `keepsUnread` keeps what comes before the first reader for it. */
    constructor(start: (sink: Sink<Value>) => () => void, keepsUnread?: boolean);
    /** Calls back with the newest value at once and with each one after. Answers how to stop. */
    on(listener: (value: Value) => void, onError?: (error: FleetError) => void): () => void;
    [Symbol.asyncIterator](): AsyncGenerator<Value, void, undefined>;
    close(): void;
    [Symbol.dispose](): void;
}
/** Makes a subscription that ends with `signal`. */
export declare const endedBy: <Value>(signal: AbortSignal | undefined, make: () => Subscription<Value>) => Subscription<Value>;

// realtime/installedWebSocket.d.ts

import type { WebSocketConstructor } from "./Connection.ts";
/**
 * The WebSocket of the package `ws`, for Node 20, which has none of its own: as the program that runs, or one
 * in its folder, finds it. Undefined where it is not installed, and outside of Node. Bundlers see no import, nor an
 * `import.meta` that classic scripts lack, so pages carry none of it.
 */
export declare const installedWebSocket: () => WebSocketConstructor | undefined;

// realtime/network.d.ts

/** Calls back when the browser says that its network came or went. Answers how to stop. */
export declare const onNetworkChange: (listener: (isOnline: boolean, patienceMs: number) => void) => (() => void);
/** Whether the browser says that it has no network. */
export declare const isOffline: () => boolean;

// routes.gen.d.ts

import type { AcceptTeamInviteRequest, ActionAccepted, AlertHistoryPage, AlertListResponse, AlertPreview, App, AppAuthConfig, AppDeletionSummary, AppInvitation, AppListResponse, AppMailTemplate, AppMailTemplateListResponse, AppOidcProvider, AppOidcProviderListResponse, AppUser, AppUserListResponse, Asset, AssetLink, AssetLinks, AssetList, AssetSyncStatus, AuditListResponse, AuthConfigPreviewRequest, AuthConfigPreviewResponse, AuthMeResponse, BillingCancelRequest, BillingChangeRequest, BillingChangeResponse, BillingDetailsUpdate, BillingView, CameraListResponse, CancelRequest, CheckoutQuoteResponse, CheckoutRequest, CheckoutResponse, CheckoutStatus, ClientAcceptInvitationRequest, ClientIdentity, ClientLoginCodeRequest, ClientLoginCodeVerifyRequest, ClientLoginRequest, ClientLogoutRequest, ClientMcpInteraction, ClientOidcExchangeRequest, ClientPasswordResetConfirmRequest, ClientPasswordResetRequest, ClientProviderListResponse, ClientRefreshRequest, ClientRegisterRequest, ClientResendVerificationRequest, ClientRobotListResponse, ClientSignInResult, ClientVerifyEmailRequest, ConfigDraft, ConfigPublishResponse, ConfigVersion, ConfigVersionListResponse, ConsoleTokenRequest, CreateAppInvitationRequest, CreateAppOidcProviderRequest, CreateAppRequest, CreateAppUserRequest, CreatePasskeyRequest, CreatePasskeyResponse, CreateRobotRequest, CreateRobotResponse, CreateRoleRequest, CreateServerKeyRequest, CreateTeamInviteRequest, CreateWebhookRequest, CreateWebhookResponse, DatapointListResponse, DatapointValue, DeletedAssets, DeveloperPasskey, DeveloperTwoFactor, ExplainAccessResponse, ExposureListResponse, FetchTypesRequest, FetchTypesResponse, FetchWebhookMessagesRequest, FetchWebhookMessagesResponse, Health, HistoryBuckets, HistorySamples, Introspection, InvokeRequest, JobListResponse, JobResponse, JobRun, JobRunPage, JobSummary, JointStatePutRequest, JointStatePutResponse, Latency, LiveSessionResponse, MailTemplatePreviewRequest, MailTemplatePreviewResponse, MailTemplateTestResponse, McpClientListResponse, McpDecisionResponse, McpGrantListResponse, McpRobotDatasheet, OpenWebhookListenerRequest, OpenWebhookListenerResponse, OrgAlertListResponse, OrgPlan, OrgQuotas, OrgResponse, PasswordChangeRequest, PatchAppOidcProviderRequest, PatchAppUserRequest, PatchAuthMeRequest, PatchOrgRequest, PatchPlatformUserRequest, PatchRobotRequest, PatchRoleRequest, PatchWebhookRequest, PatchWebhookResponse, PaymentMethodChangeRequest, PendingAppInvitationListResponse, PendingTeamInviteListResponse, PlanChangeRequest, PlatformUser, PlatformUserListResponse, PublishRequest, PutAppMailTemplateRequest, PutAuthLookRequest, PutAuthMcpRequest, PutAuthRegistrationRequest, PutAuthSignInRequest, PutAuthUrlsRequest, PutConfigDraftRequest, PutRobotDetailsRequest, PutRolePermissionsRequest, Readiness, Recording, RecordingList, RecoveryCodesResponse, RefreshRequest, RenamePasskeyRequest, RenameSlugRequest, RenameSlugResponse, ResetAppUserPasswordResponse, ResourceHealthResponse, RobotDeletionSummary, RobotDetailResponse, RobotDetailsResponse, RobotListResponse, RobotResponse, RobotTokenRotateResponse, Role, RoleDatasheetResponse, RoleListResponse, RolePermissions, ServerKeyListResponse, ServerKeyResponse, ServiceAnswer, SessionTokens, SignInTokens, SlugUsage, SnapshotMeta, StartAssetSyncRequest, StartAssetSyncResponse, StopRequest, StopResponse, TeamInvite, TierChangeRequest, TotpConfirmRequest, TotpConfirmResponse, TwoFactorConfirmRequest, TwoFactorConfirmResponse, TwoFactorDeleteRequest, TwoFactorSetupRequest, TwoFactorSetupResponse, TwoFactorVerifyRequest, TypeListResponse, UpdateAppRequest, Usage, VatIdCheckRequest, VatIdCheckResponse, WaitlistRequest, WebauthnOptionsResponse, Webhook, WebhookDeliveryAccepted, WebhookDeliveryPage, WebhookListResponse } from "./types.gen.ts";
/** Routes by group and name. */
export interface RouteTable {
    readonly [group: string]: readonly [base: string, routes: {
        readonly [name: string]: string;
    }];
}
/**
 * Where each route that apps call for who is signed in is, by group and name: its method, and what follows the path of its group. `+`
 * marks those that take a credential, `?` those that may.
 */
export declare const routes: RouteTable;
/** What each route takes and answers. */
export interface Routes {
    /** Whether the process lives */
    readonly "health.healthz": {
        readonly answer: Health;
        readonly refusals: "invalid_uuid" | "validation_error";
    };
    /** Whether the service can serve, dependency by dependency */
    readonly "health.readyz": {
        readonly answer: Readiness;
        readonly refusals: "invalid_uuid" | "validation_error";
    };
    /** The signed-in developer and the organisation */
    readonly "auth.me": {
        readonly answer: AuthMeResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Change or clear the developer's own name */
    readonly "auth.patchMe": {
        readonly body: PatchAuthMeRequest;
        readonly answer: AuthMeResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Rotate a developer's tokens; each refresh token works once */
    readonly "auth.refresh": {
        readonly body: RefreshRequest;
        readonly answer: SessionTokens;
        readonly refusals: "invalid_uuid" | "org_locked" | "rate_limited" | "token_expired" | "token_revoked" | "validation_error";
    };
    /** End a developer's session */
    readonly "auth.logout": {
        readonly body: RefreshRequest;
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "rate_limited" | "validation_error";
    };
    /** Rename a passkey */
    readonly "developerFactors.renamePasskey": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: RenamePasskeyRequest;
        readonly answer: DeveloperPasskey;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete a passkey, unless it is the last factor of an org that requires one */
    readonly "developerFactors.deletePasskey": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "target_state_conflict" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The developer's second factors and the org's policy */
    readonly "developerFactors.get": {
        readonly answer: DeveloperTwoFactor;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Begin to register a passkey */
    readonly "developerFactors.passkeyOptions": {
        readonly answer: WebauthnOptionsResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Register a passkey; the first factor brings ten recovery codes */
    readonly "developerFactors.createPasskey": {
        readonly body: CreatePasskeyRequest;
        readonly answer: CreatePasskeyResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** A secret for an authenticator, pending until confirmed */
    readonly "developerFactors.setUpTotp": {
        readonly answer: TwoFactorSetupResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Remove the authenticator */
    readonly "developerFactors.deleteTotp": {
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "target_state_conflict" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Make the pending secret the authenticator */
    readonly "developerFactors.confirmTotp": {
        readonly body: TotpConfirmRequest;
        readonly answer: TotpConfirmResponse;
        readonly refusals: "invalid_code" | "invalid_uuid" | "rate_limited" | "token_expired" | "token_revoked" | "token_spent" | "unauthorized" | "validation_error";
    };
    /** Ten fresh recovery codes, shown once; older ones are void */
    readonly "developerFactors.recoveryCodes": {
        readonly answer: RecoveryCodesResponse;
        readonly refusals: "invalid_uuid" | "target_state_conflict" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Exchange the console's authorization code for session tokens */
    readonly "portal.token": {
        readonly body: ConsoleTokenRequest;
        readonly answer: SessionTokens;
        readonly refusals: "invalid_uuid" | "org_locked" | "rate_limited" | "validation_error";
    };
    /** Ask to be let in while sign-up is closed */
    readonly "waitlist.join": {
        readonly body: WaitlistRequest;
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "rate_limited" | "validation_error";
    };
    /** The organisation's developers, oldest first */
    readonly "team.users": {
        readonly answer: PlatformUserListResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** One developer of the organisation */
    readonly "team.user": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: PlatformUser;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Change or clear a developer's name */
    readonly "team.renameUser": {
        readonly params: {
            readonly "id": string;
        };
        readonly body?: PatchPlatformUserRequest;
        readonly answer: PlatformUser;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Remove a developer and end every session */
    readonly "team.removeUser": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "last_owner" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Make a developer an Owner, or an Owner a developer */
    readonly "team.setTier": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: TierChangeRequest;
        readonly answer: PlatformUser;
        readonly refusals: "invalid_uuid" | "last_owner" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Forget another developer's second factors and sign them out */
    readonly "team.resetTwoFactor": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "target_state_conflict" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Outstanding invitations into the team, newest first */
    readonly "team.invitations": {
        readonly answer: PendingTeamInviteListResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Invite somebody into the team; the link is answered once */
    readonly "team.invite": {
        readonly body: CreateTeamInviteRequest;
        readonly answer: TeamInvite;
        readonly refusals: "email_taken" | "invalid_uuid" | "org_locked" | "plan_limit" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Revoke an invitation */
    readonly "team.revokeInvitation": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** A new link for an invitation; the old one dies at once */
    readonly "team.reissueInvitation": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: TeamInvite;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Accept an invitation into a team */
    readonly "invitations.accept": {
        readonly body: AcceptTeamInviteRequest;
        readonly answer: undefined;
        readonly refusals: "email_taken" | "forbidden" | "invalid_uuid" | "org_locked" | "rate_limited" | "token_spent" | "validation_error";
    };
    /** Rename the organisation, or change whether it requires a second factor */
    readonly "org.update": {
        readonly body?: PatchOrgRequest;
        readonly answer: OrgResponse;
        readonly refusals: "invalid_uuid" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The organisation's plan: its limits and features, and what is used of them */
    readonly "org.plan": {
        readonly answer: OrgPlan;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The organisation's protection quotas, and what it uses of them */
    readonly "org.quotas": {
        readonly answer: OrgQuotas;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Move to a lower plan at the end of the period; in a locked organisation at once */
    readonly "planChange.choose": {
        readonly body: PlanChangeRequest;
        readonly answer: OrgPlan;
        readonly refusals: "invalid_uuid" | "plan_limit" | "target_state_conflict" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Withdraw the change of the plan that waits for the end of the period */
    readonly "planChange.withdraw": {
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Latency and time online of the organisation's bridges, minute by minute */
    readonly "orgReports.latency": {
        readonly query: {
            readonly "from_ms": string | number;
            readonly "to_ms": string | number;
            readonly "robot_id"?: string;
        };
        readonly answer: Latency;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Cameras, configurations and recordings that fail or once failed; a robot's alone with robot_id */
    readonly "orgReports.health": {
        readonly query?: {
            readonly "robot_id"?: string;
        };
        readonly answer: ResourceHealthResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What the organisation and its apps used, day by day */
    readonly "usage.list": {
        readonly query: {
            readonly "from_day": string;
            readonly "to_day": string;
        };
        readonly answer: Usage;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The billing account: who pays, how, when, and the newest invoices */
    readonly "billing.view": {
        readonly answer: BillingView;
        readonly refusals: "invalid_uuid" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Buy a plan: begins a payment at the provider; with dry_run only what it costs */
    readonly "billing.checkout": {
        readonly body: CheckoutRequest;
        readonly answer: CheckoutQuoteResponse | CheckoutResponse;
        readonly refusals: "billing_unavailable" | "invalid_uuid" | "payment_provider_unavailable" | "plan_limit" | "rate_limited" | "target_state_conflict" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What became of a payment, asked of the provider where it is not known yet */
    readonly "billing.checkoutStatus": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: CheckoutStatus;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Ask VIES about a VAT ID */
    readonly "billing.checkVatId": {
        readonly body: VatIdCheckRequest;
        readonly answer: VatIdCheckResponse;
        readonly refusals: "invalid_uuid" | "rate_limited" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Change who pays; invoices that are issued stay as they are */
    readonly "billing.details": {
        readonly body?: BillingDetailsUpdate;
        readonly answer: BillingView;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Change plan, cycle or add-ons: more at once, less at the end of the period */
    readonly "billing.change": {
        readonly body: BillingChangeRequest;
        readonly answer: BillingChangeResponse;
        readonly refusals: "billing_unavailable" | "invalid_uuid" | "payment_provider_unavailable" | "plan_limit" | "target_state_conflict" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Begin a payment by which another payment method is taken */
    readonly "billing.paymentMethod": {
        readonly body: PaymentMethodChangeRequest;
        readonly answer: CheckoutResponse;
        readonly refusals: "billing_unavailable" | "invalid_uuid" | "not_found" | "payment_provider_unavailable" | "rate_limited" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Cancel the plan at the end of the period */
    readonly "billing.cancel": {
        readonly body?: BillingCancelRequest;
        readonly answer: BillingView;
        readonly refusals: "invalid_uuid" | "not_found" | "plan_limit" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Withdraw what is to change at the end of the period */
    readonly "billing.resume": {
        readonly answer: BillingView;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** An invoice or credit note as a PDF with its XML in it */
    readonly "billing.pdf": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: Uint8Array;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** An invoice or credit note as XML of EN 16931 */
    readonly "billing.xml": {
        readonly params: {
            readonly "id": string;
        };
        readonly query?: {
            readonly "profile"?: "en16931" | "xrechnung";
        };
        readonly answer: Uint8Array;
        readonly refusals: "invalid_uuid" | "not_found" | "target_state_conflict" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Begin a payment of an open invoice */
    readonly "billing.pay": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: CheckoutResponse;
        readonly refusals: "billing_unavailable" | "invalid_uuid" | "not_found" | "payment_provider_unavailable" | "rate_limited" | "target_state_conflict" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** For the payment provider: a payment has changed */
    readonly "billingWebhook.notify": {
        readonly params: {
            readonly "provider": string;
        };
        readonly body: Blob;
        readonly answer: undefined;
        readonly refusals: "internal_error" | "invalid_uuid" | "not_found" | "rate_limited" | "validation_error";
    };
    /** The audit trail, newest first */
    readonly "audit.list": {
        readonly query?: {
            readonly "before_seq"?: string | number;
            readonly "limit"?: string | number;
            readonly "action"?: string | number;
            readonly "action_prefix"?: string | number;
            readonly "actor_id"?: string;
            readonly "target_kind"?: string | number;
            readonly "target_id"?: string | number;
            readonly "from_ms"?: string | number;
            readonly "to_ms"?: string | number;
        };
        readonly answer: AuditListResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The audit trail as CSV */
    readonly "audit.export": {
        readonly query?: {
            readonly "action"?: string | number;
            readonly "action_prefix"?: string | number;
            readonly "actor_id"?: string;
            readonly "target_kind"?: string | number;
            readonly "target_id"?: string | number;
            readonly "from_ms"?: string | number;
            readonly "to_ms"?: string | number;
        };
        readonly answer: string;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Sign an app user in with a password */
    readonly "clientAuth.login": {
        readonly body: ClientLoginRequest;
        readonly answer: ClientSignInResult;
        readonly refusals: "at_capacity" | "invalid_credentials" | "invalid_uuid" | "method_not_allowed" | "org_locked" | "rate_limited" | "validation_error";
    };
    /** Mail a sign-in code; the same answer for every address */
    readonly "clientAuth.requestCode": {
        readonly body: ClientLoginCodeRequest;
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "method_not_allowed" | "not_found" | "rate_limited" | "validation_error";
    };
    /** Sign an app user in with a mailed code */
    readonly "clientAuth.verifyCode": {
        readonly body: ClientLoginCodeVerifyRequest;
        readonly answer: ClientSignInResult;
        readonly refusals: "invalid_code" | "invalid_uuid" | "method_not_allowed" | "org_locked" | "rate_limited" | "token_spent" | "validation_error";
    };
    /** Register an app user; the same answer for new and known addresses */
    readonly "clientAuth.register": {
        readonly body: ClientRegisterRequest;
        readonly answer: undefined;
        readonly refusals: "at_capacity" | "domain_not_allowed" | "invalid_uuid" | "not_found" | "org_locked" | "plan_limit" | "quota_exceeded" | "rate_limited" | "registration_closed" | "target_state_conflict" | "validation_error";
    };
    /** Prove the address of a new account and sign in */
    readonly "clientAuth.verifyEmail": {
        readonly body: ClientVerifyEmailRequest;
        readonly answer: ClientSignInResult;
        readonly refusals: "invalid_uuid" | "org_locked" | "rate_limited" | "token_spent" | "validation_error";
    };
    /** Mail a fresh verification link */
    readonly "clientAuth.resendVerification": {
        readonly body: ClientResendVerificationRequest;
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "validation_error";
    };
    /** Mail a link to set a new password; the same answer for every address */
    readonly "clientAuth.resetPassword": {
        readonly body: ClientPasswordResetRequest;
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "method_not_allowed" | "not_found" | "rate_limited" | "validation_error";
    };
    /** Set a new password with a mailed link; ends every session and signs in */
    readonly "clientAuth.confirmReset": {
        readonly body: ClientPasswordResetConfirmRequest;
        readonly answer: ClientSignInResult;
        readonly refusals: "at_capacity" | "invalid_uuid" | "method_not_allowed" | "org_locked" | "rate_limited" | "token_spent" | "validation_error";
    };
    /** Accept an invitation and sign in */
    readonly "clientAuth.acceptInvitation": {
        readonly body: ClientAcceptInvitationRequest;
        readonly answer: ClientSignInResult;
        readonly refusals: "at_capacity" | "email_taken" | "invalid_uuid" | "org_locked" | "quota_exceeded" | "rate_limited" | "target_state_conflict" | "token_spent" | "validation_error";
    };
    /** Rotate an app user's tokens; each refresh token works once */
    readonly "clientAuth.refresh": {
        readonly body: ClientRefreshRequest;
        readonly answer: SessionTokens;
        readonly refusals: "invalid_uuid" | "org_locked" | "rate_limited" | "token_expired" | "token_revoked" | "validation_error";
    };
    /** End an app user's session and its open sockets */
    readonly "clientAuth.logout": {
        readonly body: ClientLogoutRequest;
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "rate_limited" | "validation_error";
    };
    /** Who the credential speaks for */
    readonly "clientAuth.me": {
        readonly answer: ClientIdentity;
        readonly refusals: "invalid_uuid" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Change the signed-in app user's password */
    readonly "clientAuth.changePassword": {
        readonly body: PasswordChangeRequest;
        readonly answer: SessionTokens;
        readonly refusals: "at_capacity" | "invalid_credentials" | "invalid_uuid" | "method_not_allowed" | "org_locked" | "target_state_conflict" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** How people may sign into an app */
    readonly "clientAuth.providers": {
        readonly query: {
            readonly "app_identifier": string;
        };
        readonly answer: ClientProviderListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "validation_error";
    };
    /** End a sign-in that waits for a second factor */
    readonly "clientTwoFactor.verify": {
        readonly body: TwoFactorVerifyRequest;
        readonly answer: SignInTokens;
        readonly refusals: "invalid_code" | "invalid_uuid" | "org_locked" | "rate_limited" | "token_spent" | "validation_error";
    };
    /** Begin to set an authenticator up; its secret is shown once */
    readonly "clientTwoFactor.setup": {
        readonly body?: TwoFactorSetupRequest | null;
        readonly answer: TwoFactorSetupResponse;
        readonly refusals: "invalid_uuid" | "org_locked" | "rate_limited" | "target_state_conflict" | "token_expired" | "token_revoked" | "token_spent" | "unauthorized" | "validation_error";
    };
    /** Prove the new authenticator; answers tokens and ten recovery codes, shown once */
    readonly "clientTwoFactor.confirm": {
        readonly body: TwoFactorConfirmRequest;
        readonly answer: TwoFactorConfirmResponse;
        readonly refusals: "invalid_code" | "invalid_uuid" | "org_locked" | "rate_limited" | "target_state_conflict" | "token_expired" | "token_revoked" | "token_spent" | "unauthorized" | "validation_error";
    };
    /** Turn the second factor off */
    readonly "clientTwoFactor.remove": {
        readonly body: TwoFactorDeleteRequest;
        readonly answer: undefined;
        readonly refusals: "invalid_code" | "invalid_uuid" | "rate_limited" | "target_state_conflict" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Send a browser to the provider; the sign-in is good for ten minutes */
    readonly "clientOidc.start": {
        readonly params: {
            readonly "slug": string;
        };
        readonly query: {
            readonly "app_identifier": string;
            readonly "redirect_uri": string | number;
            readonly "state": string | number;
            readonly "code_challenge": string;
            readonly "code_challenge_method"?: "S256";
        };
        readonly answer: undefined;
        readonly refusals: "idp_unavailable" | "invalid_redirect_uri" | "invalid_uuid" | "not_found" | "provider_disabled" | "provider_misconfigured" | "rate_limited" | "validation_error";
    };
    /** Where the provider sends the browser back to */
    readonly "clientOidc.callback": {
        readonly answer: undefined;
        readonly refusals: "rate_limited";
    };
    /** End a sign-in through a provider with its one-time code and the verifier */
    readonly "clientOidc.exchange": {
        readonly body: ClientOidcExchangeRequest;
        readonly answer: SignInTokens;
        readonly refusals: "invalid_uuid" | "org_locked" | "rate_limited" | "token_spent" | "validation_error";
    };
    /** The robots the caller reaches */
    readonly "client.robots": {
        readonly answer: ClientRobotListResponse;
        readonly refusals: "forbidden" | "invalid_uuid" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** One robot, its bridge and its configuration */
    readonly "robots.get": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: RobotDetailResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Rename a robot */
    readonly "robots.rename": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: PatchRobotRequest;
        readonly answer: RobotResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete a robot; a repeated call goes on where one stopped */
    readonly "robots.delete": {
        readonly params: {
            readonly "id": string;
        };
        readonly query?: {
            readonly "force"?: "true";
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "robot_deletion_partial" | "robot_in_use" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What deleting a robot would take along */
    readonly "robots.deletionPreview": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: RobotDeletionSummary;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace the bridge token and cut the live bridge */
    readonly "robots.rotateToken": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: RobotTokenRotateResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace a robot's details */
    readonly "robots.putDetails": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: PutRobotDetailsRequest;
        readonly answer: RobotDetailsResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Every slug a role can be granted */
    readonly "robots.exposures": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: ExposureListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The organisation's robots, with what each exposes */
    readonly "robots.list": {
        readonly answer: RobotListResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Create a robot; its bridge token is shown once */
    readonly "robots.create": {
        readonly body: CreateRobotRequest;
        readonly answer: CreateRobotResponse;
        readonly refusals: "invalid_uuid" | "org_locked" | "plan_limit" | "quota_exceeded" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The draft, its text and its issues */
    readonly "config.draft": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: ConfigDraft;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace the draft's text; an unfinished draft is kept too */
    readonly "config.putDraft": {
        readonly params: {
            readonly "id": string;
        };
        readonly headers?: {
            readonly "if-match"?: string;
        };
        readonly body: PutConfigDraftRequest;
        readonly answer: ConfigDraft;
        readonly refusals: "config_conflict" | "invalid_uuid" | "invalid_yaml" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "unstorable_yaml" | "validation_error";
    };
    /** Publish the draft and send it to the robot */
    readonly "config.publish": {
        readonly params: {
            readonly "id": string;
        };
        readonly query?: {
            readonly "publish_key"?: string | number;
        };
        readonly answer: ConfigPublishResponse;
        readonly refusals: "draft_not_a_document" | "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Published versions, newest first */
    readonly "config.versions": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: ConfigVersionListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** One published version */
    readonly "config.version": {
        readonly params: {
            readonly "id": string;
            readonly "version": string;
        };
        readonly answer: ConfigVersion;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Copy a version's text into the draft */
    readonly "config.restore": {
        readonly params: {
            readonly "id": string;
            readonly "version": string;
        };
        readonly answer: ConfigDraft;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What a rename of a slug would touch */
    readonly "config.slugUsage": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly answer: SlugUsage;
        readonly refusals: "draft_not_a_document" | "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** Rename a slug in the draft, grants, alerts and history at once */
    readonly "config.renameSlug": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: RenameSlugRequest;
        readonly answer: RenameSlugResponse;
        readonly refusals: "draft_not_a_document" | "duplicate_slug" | "invalid_uuid" | "not_found" | "reserved_slug" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** The ROS graph as it was read last; null before */
    readonly "introspection.get": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: Introspection | null;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Read the ROS graph again */
    readonly "introspection.refresh": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: Introspection;
        readonly refusals: "bridge_timeout" | "invalid_uuid" | "not_found" | "robot_failure" | "robot_offline" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The type definitions that are known, by name */
    readonly "introspection.types": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: TypeListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Ask the robot for type definitions */
    readonly "introspection.fetchTypes": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: FetchTypesRequest;
        readonly answer: FetchTypesResponse;
        readonly refusals: "bridge_timeout" | "invalid_uuid" | "not_found" | "robot_offline" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The newest sample */
    readonly "datapoints.get": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly answer: DatapointValue;
        readonly refusals: "forbidden" | "invalid_uuid" | "no_data" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_datapoint" | "validation_error";
    };
    /** Recorded samples, or buckets of them */
    readonly "datapoints.history": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly query?: {
            readonly "from"?: string | number;
            readonly "to"?: string | number;
            readonly "window"?: string;
            readonly "agg"?: "avg" | "min" | "max" | "last" | "count";
            readonly "field"?: string | number;
            readonly "tz"?: string | number;
            readonly "limit"?: string | number;
        };
        readonly answer: HistorySamples | HistoryBuckets;
        readonly refusals: "at_capacity" | "forbidden" | "invalid_range" | "invalid_uuid" | "not_aggregatable" | "not_found" | "not_recorded" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_datapoint" | "validation_error";
    };
    /** All recorded samples as CSV, NDJSON or MCAP */
    readonly "datapoints.export": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly query?: {
            readonly "from"?: string | number;
            readonly "to"?: string | number;
            readonly "field"?: string | number;
            readonly "format"?: "csv" | "ndjson" | "mcap";
        };
        readonly answer: string;
        readonly refusals: "forbidden" | "invalid_range" | "invalid_uuid" | "not_found" | "not_recorded" | "org_locked" | "rate_limited" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_datapoint" | "validation_error";
    };
    /** The granted datapoints */
    readonly "datapoints.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: DatapointListResponse;
        readonly refusals: "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Everything granted, described */
    readonly "datapoints.datasheet": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: McpRobotDatasheet;
        readonly refusals: "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The newest still of a camera */
    readonly "cameras.snapshot": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly answer: Uint8Array;
        readonly refusals: "forbidden" | "invalid_uuid" | "no_snapshot_yet" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** Size, type and age of the newest still */
    readonly "cameras.snapshotMeta": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly answer: SnapshotMeta;
        readonly refusals: "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** The granted cameras */
    readonly "cameras.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: CameraListResponse;
        readonly refusals: "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Start to watch; the first viewer starts the camera, which has 10 s */
    readonly "live.start": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly answer: LiveSessionResponse;
        readonly refusals: "camera_offline" | "forbidden" | "invalid_uuid" | "live_unavailable" | "not_found" | "org_locked" | "plan_limit" | "quota_exceeded" | "robot_offline" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** Stop to watch: one session, or all of the caller's on this camera */
    readonly "live.end": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly query?: {
            readonly "session_id"?: string;
        };
        readonly answer: undefined;
        readonly refusals: "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** The published alerts and their states */
    readonly "alerts.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AlertListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** When alerts of the robot fired and resolved, newest first */
    readonly "alerts.history": {
        readonly params: {
            readonly "id": string;
        };
        readonly query?: {
            readonly "before_seq"?: string | number;
            readonly "limit"?: string | number;
        };
        readonly answer: AlertHistoryPage;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Try a condition on what a datapoint recorded */
    readonly "alerts.preview": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: {
            readonly slug: string;
            readonly condition: {
                readonly fire_at: number | string | boolean;
                readonly resolve_at?: number;
            };
            readonly from?: string;
            readonly to?: string;
        };
        readonly answer: AlertPreview;
        readonly refusals: "invalid_range" | "invalid_uuid" | "not_found" | "not_recorded" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_datapoint" | "validation_error";
    };
    /** The alerts of the whole organisation, those that moved last first */
    readonly "alerts.orgAlerts": {
        readonly query?: {
            readonly "state"?: "ok" | "firing";
            readonly "before"?: string | number;
            readonly "limit"?: string | number;
        };
        readonly answer: OrgAlertListResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The slug's most recent job, ended ones included */
    readonly "jobs.get": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly answer: JobResponse;
        readonly refusals: "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** Start an action, or call a service and wait for its answer */
    readonly "jobs.start": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly body?: InvokeRequest;
        readonly answer: ServiceAnswer | ActionAccepted;
        readonly refusals: "bridge_timeout" | "busy" | "forbidden" | "internal_error" | "invalid_uuid" | "not_found" | "org_locked" | "parameter_invalid" | "robot_failure" | "robot_offline" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** Cancel one job, or whatever runs on the slug */
    readonly "jobs.cancel": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly body?: CancelRequest | null;
        readonly answer: JobResponse;
        readonly refusals: "bridge_timeout" | "cancel_rejected" | "forbidden" | "invalid_uuid" | "not_cancellable" | "not_found" | "org_locked" | "robot_failure" | "robot_offline" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** Send one message through a publisher */
    readonly "jobs.publish": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly body?: PublishRequest;
        readonly answer: undefined;
        readonly refusals: "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "parameter_invalid" | "publisher_busy" | "robot_offline" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** End the caller's hold of a publisher, and have its failsafe sent now */
    readonly "jobs.release": {
        readonly params: {
            readonly "id": string;
            readonly "slug": string;
        };
        readonly answer: undefined;
        readonly refusals: "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "robot_offline" | "token_expired" | "token_revoked" | "unauthorized" | "unknown_slug" | "validation_error";
    };
    /** The most recent job of every granted slug */
    readonly "jobs.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: JobListResponse;
        readonly refusals: "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Past and present runs of one robot, newest first */
    readonly "jobs.history": {
        readonly params: {
            readonly "id": string;
        };
        readonly query?: {
            readonly "before_seq"?: string | number;
            readonly "limit"?: string | number;
            readonly "slug"?: string;
            readonly "state"?: "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "lost";
            readonly "kind"?: "action" | "service";
            readonly "from_ms"?: string | number;
            readonly "to_ms"?: string | number;
        };
        readonly answer: JobRunPage;
        readonly refusals: "capability_required" | "forbidden" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** One run of a robot, by its id */
    readonly "jobs.run": {
        readonly params: {
            readonly "id": string;
            readonly "runId": string;
        };
        readonly answer: JobRun;
        readonly refusals: "capability_required" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Cancel the caller's jobs on a robot and have the failsafe of the publishers they hold sent; with `all` those of everybody */
    readonly "jobs.stop": {
        readonly params: {
            readonly "id": string;
        };
        readonly body?: StopRequest | null;
        readonly answer: StopResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "org_locked" | "robot_offline" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Runs of the whole organisation, newest first */
    readonly "jobs.orgRuns": {
        readonly query?: {
            readonly "before_seq"?: string | number;
            readonly "limit"?: string | number;
            readonly "slug"?: string;
            readonly "state"?: "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "lost";
            readonly "kind"?: "action" | "service";
            readonly "from_ms"?: string | number;
            readonly "to_ms"?: string | number;
            readonly "robot_id"?: string;
        };
        readonly answer: JobRunPage;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** How many jobs run, and how many started and failed since a moment */
    readonly "jobs.orgSummary": {
        readonly query: {
            readonly "since_ms": string | number;
        };
        readonly answer: JobSummary;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The files of a robot, and what its URDF lacks */
    readonly "assets.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AssetList;
        readonly refusals: "at_capacity" | "capability_required" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete all files of a robot but its recordings */
    readonly "assetSyncs.clear": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: DeletedAssets;
        readonly refusals: "busy" | "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What a rewritten URDF names in place of a file that was never uploaded: always 404 */
    readonly "assets.missing": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: undefined;
        readonly refusals: "asset_missing" | "capability_required" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The bytes of a file; takes Range */
    readonly "assets.file": {
        readonly params: {
            readonly "id": string;
            readonly "assetId": string;
        };
        readonly answer: Uint8Array;
        readonly refusals: "capability_required" | "internal_error" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** A URL of a file that needs no credential for 15 minutes */
    readonly "assets.link": {
        readonly params: {
            readonly "id": string;
            readonly "assetId": string;
        };
        readonly answer: AssetLink;
        readonly refusals: "capability_required" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** URLs of all files of a robot that need no credential for 15 minutes, by name */
    readonly "assets.links": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AssetLinks;
        readonly refusals: "capability_required" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The URDF, with a URL in place of each filename */
    readonly "assets.urdf": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: Uint8Array;
        readonly refusals: "at_capacity" | "capability_required" | "internal_error" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** A URL of the URDF and its files that needs no credential for 15 minutes */
    readonly "assets.urdfLink": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AssetLink;
        readonly refusals: "capability_required" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Ask the robot for its URDF, meshes and textures */
    readonly "assetSyncs.start": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: StartAssetSyncRequest;
        readonly answer: StartAssetSyncResponse;
        readonly refusals: "busy" | "invalid_uuid" | "not_found" | "robot_offline" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** How far an upload is */
    readonly "assetSyncs.get": {
        readonly params: {
            readonly "id": string;
            readonly "syncId": string;
        };
        readonly answer: AssetSyncStatus;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Say which datapoint has the positions of the URDF's joints; null clears */
    readonly "assetSyncs.putJointState": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: JointStatePutRequest;
        readonly answer: JointStatePutResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What a linked URDF names in place of a file that was never uploaded: always 404 */
    readonly "assetLinks.missing": {
        readonly answer: undefined;
        readonly refusals: "asset_missing" | "invalid_uuid" | "validation_error";
    };
    /** The bytes of a linked file; takes Range */
    readonly "assetLinks.file": {
        readonly params: {
            readonly "token": string;
        };
        readonly answer: Uint8Array;
        readonly refusals: "at_capacity" | "invalid_uuid" | "not_found" | "validation_error";
    };
    /** The same; the name is for loaders that choose by extension */
    readonly "assetLinks.namedFile": {
        readonly params: {
            readonly "token": string;
            readonly "name": string;
        };
        readonly answer: Uint8Array;
        readonly refusals: "at_capacity" | "invalid_uuid" | "not_found" | "validation_error";
    };
    /** Upload one file of a sync, or a recording, with the token of that */
    readonly "assetUploads.upload": {
        readonly answer: Asset;
        readonly refusals: "at_capacity" | "bad_request" | "file_too_large" | "invalid_uuid" | "plan_limit" | "rate_limited" | "unauthorized" | "validation_error";
    };
    /** The recordings of a robot, newest first */
    readonly "recordings.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: RecordingList;
        readonly refusals: "capability_required" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Cut a recording around this moment; not_found without a published recorder */
    readonly "recordingRequests.cut": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: Recording;
        readonly refusals: "busy" | "invalid_uuid" | "not_found" | "robot_offline" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** One recording, and how far it is */
    readonly "recordings.get": {
        readonly params: {
            readonly "id": string;
            readonly "recordingId": string;
        };
        readonly answer: Recording;
        readonly refusals: "capability_required" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete a recording with its file, or take back one that is under way */
    readonly "recordingRequests.delete": {
        readonly params: {
            readonly "id": string;
            readonly "recordingId": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The MCAP file of a stored recording; takes Range */
    readonly "recordingFiles.file": {
        readonly params: {
            readonly "id": string;
            readonly "recordingId": string;
        };
        readonly answer: Uint8Array;
        readonly refusals: "capability_required" | "internal_error" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** A URL of the file that needs no credential for 15 minutes */
    readonly "recordingFiles.link": {
        readonly params: {
            readonly "id": string;
            readonly "recordingId": string;
        };
        readonly answer: AssetLink;
        readonly refusals: "capability_required" | "invalid_uuid" | "not_found" | "org_locked" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** One app */
    readonly "apps.get": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: App;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Change an app's name, robots or default role */
    readonly "apps.update": {
        readonly params: {
            readonly "id": string;
        };
        readonly body?: UpdateAppRequest;
        readonly answer: App;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete an app and all that belongs to it */
    readonly "apps.delete": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What deleting an app would take along */
    readonly "apps.deletionPreview": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AppDeletionSummary;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Create an app with its two builtin roles */
    readonly "apps.create": {
        readonly body: CreateAppRequest;
        readonly answer: App;
        readonly refusals: "identifier_taken" | "invalid_uuid" | "org_locked" | "plan_limit" | "quota_exceeded" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The organisation's apps */
    readonly "apps.list": {
        readonly answer: AppListResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** How people sign into an app, and what its hosted pages look like */
    readonly "authConfig.get": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AppAuthConfig;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace who may register, and the origins an app is called from */
    readonly "authConfig.putRegistration": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: PutAuthRegistrationRequest;
        readonly answer: AppAuthConfig;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace the sign-in methods and the second-factor policy */
    readonly "authConfig.putSignIn": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: PutAuthSignInRequest;
        readonly answer: AppAuthConfig;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace the app's own pages; null is the hosted page */
    readonly "authConfig.putUrls": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: PutAuthUrlsRequest;
        readonly answer: AppAuthConfig;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Turn the app's MCP endpoint on or off */
    readonly "authConfig.putMcp": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: PutAuthMcpRequest;
        readonly answer: AppAuthConfig;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace the accent colour of the hosted pages */
    readonly "authConfig.putLook": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: PutAuthLookRequest;
        readonly answer: AppAuthConfig;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Show a hosted page in a frame of the console, for five minutes */
    readonly "authConfig.preview": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: AuthConfigPreviewRequest;
        readonly answer: AuthConfigPreviewResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace the logo of the hosted pages: PNG or SVG, at most 100 KB */
    readonly "authConfig.putLogo": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: Blob;
        readonly answer: AppAuthConfig;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "unsupported_media_type" | "validation_error";
    };
    /** Remove the logo of the hosted pages */
    readonly "authConfig.deleteLogo": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AppAuthConfig;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Put a kind of mail in the app's own words */
    readonly "mailTemplates.put": {
        readonly params: {
            readonly "id": string;
            readonly "kind": "invite" | "verify" | "reset" | "login_code";
        };
        readonly body: PutAppMailTemplateRequest;
        readonly answer: AppMailTemplate;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "template_invalid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** An app's own words for a kind of mail */
    readonly "mailTemplates.get": {
        readonly params: {
            readonly "id": string;
            readonly "kind": "invite" | "verify" | "reset" | "login_code";
        };
        readonly answer: AppMailTemplate;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Go back to the platform's words */
    readonly "mailTemplates.delete": {
        readonly params: {
            readonly "id": string;
            readonly "kind": "invite" | "verify" | "reset" | "login_code";
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Fill a template in with sample values; stores nothing */
    readonly "mailTemplates.preview": {
        readonly params: {
            readonly "id": string;
            readonly "kind": "invite" | "verify" | "reset" | "login_code";
        };
        readonly body: MailTemplatePreviewRequest;
        readonly answer: MailTemplatePreviewResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "template_invalid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Send a template with sample values to yourself */
    readonly "mailTemplates.test": {
        readonly params: {
            readonly "id": string;
            readonly "kind": "invite" | "verify" | "reset" | "login_code";
        };
        readonly body: MailTemplatePreviewRequest;
        readonly answer: MailTemplateTestResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "target_state_conflict" | "template_invalid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The mails that an app has put in its own words */
    readonly "mailTemplates.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AppMailTemplateListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Rename a role */
    readonly "roles.rename": {
        readonly params: {
            readonly "id": string;
            readonly "roleId": string;
        };
        readonly body: PatchRoleRequest;
        readonly answer: Role;
        readonly refusals: "invalid_uuid" | "not_found" | "role_name_taken" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete a role; move_to names the one its users get */
    readonly "roles.delete": {
        readonly params: {
            readonly "id": string;
            readonly "roleId": string;
        };
        readonly query?: {
            readonly "move_to"?: string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "last_role" | "not_found" | "role_in_use" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What a role grants */
    readonly "roles.permissions": {
        readonly params: {
            readonly "id": string;
            readonly "roleId": string;
        };
        readonly answer: RolePermissions;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace what a role grants; open sockets are checked again */
    readonly "roles.putPermissions": {
        readonly params: {
            readonly "id": string;
            readonly "roleId": string;
        };
        readonly body: PutRolePermissionsRequest;
        readonly answer: RolePermissions;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What a role may do with each robot of the app, described */
    readonly "roles.datasheet": {
        readonly params: {
            readonly "id": string;
            readonly "roleId": string;
        };
        readonly answer: RoleDatasheetResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Why a user of a role may or may not read or command a slug */
    readonly "roles.explain": {
        readonly params: {
            readonly "id": string;
            readonly "roleId": string;
        };
        readonly query: {
            readonly "robot_id": string;
            readonly "slug": string;
        };
        readonly answer: ExplainAccessResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Create a role without grants */
    readonly "roles.create": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: CreateRoleRequest;
        readonly answer: Role;
        readonly refusals: "invalid_uuid" | "not_found" | "role_name_taken" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** An app's roles */
    readonly "roles.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: RoleListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** One app user */
    readonly "appUsers.get": {
        readonly params: {
            readonly "id": string;
            readonly "userId": string;
        };
        readonly answer: AppUser;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Change a user's name, role or status */
    readonly "appUsers.update": {
        readonly params: {
            readonly "id": string;
            readonly "userId": string;
        };
        readonly body?: PatchAppUserRequest;
        readonly answer: AppUser;
        readonly refusals: "invalid_uuid" | "not_found" | "target_state_conflict" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete an app user and end its sessions */
    readonly "appUsers.delete": {
        readonly params: {
            readonly "id": string;
            readonly "userId": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Mail an app user a link that sets a new password */
    readonly "appUsers.resetPassword": {
        readonly params: {
            readonly "id": string;
            readonly "userId": string;
        };
        readonly answer: ResetAppUserPasswordResponse;
        readonly refusals: "invalid_uuid" | "method_not_allowed" | "not_found" | "target_state_conflict" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Forget an app user's second factor and end its sessions */
    readonly "appUsers.resetTwoFactor": {
        readonly params: {
            readonly "id": string;
            readonly "userId": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Create an app user, active at once */
    readonly "appUsers.create": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: CreateAppUserRequest;
        readonly answer: AppUser;
        readonly refusals: "at_capacity" | "email_taken" | "invalid_uuid" | "not_found" | "org_locked" | "plan_limit" | "quota_exceeded" | "target_state_conflict" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** An app's users, oldest first */
    readonly "appUsers.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AppUserListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Issue an invitation anew; the old link stops at once */
    readonly "appInvitations.reissue": {
        readonly params: {
            readonly "id": string;
            readonly "invId": string;
        };
        readonly answer: AppInvitation;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Revoke an invitation */
    readonly "appInvitations.delete": {
        readonly params: {
            readonly "id": string;
            readonly "invId": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Invite an address to an app; an outstanding invitation is replaced */
    readonly "appInvitations.create": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: CreateAppInvitationRequest;
        readonly answer: AppInvitation;
        readonly refusals: "email_taken" | "invalid_uuid" | "not_found" | "org_locked" | "plan_limit" | "quota_exceeded" | "rate_limited" | "target_state_conflict" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Outstanding invitations to an app, newest first */
    readonly "appInvitations.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: PendingAppInvitationListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** A sign-in provider */
    readonly "oidcProviders.get": {
        readonly params: {
            readonly "id": string;
            readonly "providerId": string;
        };
        readonly answer: AppOidcProvider;
        readonly refusals: "invalid_uuid" | "not_found" | "plan_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Change a sign-in provider; another issuer is asked for its discovery document */
    readonly "oidcProviders.update": {
        readonly params: {
            readonly "id": string;
            readonly "providerId": string;
        };
        readonly body?: PatchAppOidcProviderRequest;
        readonly answer: AppOidcProvider;
        readonly refusals: "idp_unavailable" | "invalid_uuid" | "not_found" | "plan_required" | "provider_misconfigured" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete a sign-in provider and its links to users; the users stay */
    readonly "oidcProviders.delete": {
        readonly params: {
            readonly "id": string;
            readonly "providerId": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "plan_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The sign-in providers of an app, by slug */
    readonly "oidcProviders.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: AppOidcProviderListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "plan_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Add a sign-in provider, once its discovery document is read */
    readonly "oidcProviders.create": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: CreateAppOidcProviderRequest;
        readonly answer: AppOidcProvider;
        readonly refusals: "duplicate_slug" | "idp_unavailable" | "invalid_uuid" | "not_found" | "plan_required" | "provider_misconfigured" | "quota_exceeded" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Replace a server key's secret; the old one stops at once */
    readonly "serverKeys.rotate": {
        readonly params: {
            readonly "id": string;
            readonly "keyId": string;
        };
        readonly answer: ServerKeyResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete a server key */
    readonly "serverKeys.delete": {
        readonly params: {
            readonly "id": string;
            readonly "keyId": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Create a server key; its secret is shown once */
    readonly "serverKeys.create": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: CreateServerKeyRequest;
        readonly answer: ServerKeyResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** An app's server keys, oldest first */
    readonly "serverKeys.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: ServerKeyListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** A webhook */
    readonly "webhooks.get": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: Webhook;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Change a webhook, or replace its secret; the old one signs for 24 hours more */
    readonly "webhooks.update": {
        readonly params: {
            readonly "id": string;
        };
        readonly body?: PatchWebhookRequest;
        readonly answer: PatchWebhookResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Delete a webhook and its deliveries */
    readonly "webhooks.delete": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The deliveries of the last seven days, newest first */
    readonly "webhooks.deliveries": {
        readonly params: {
            readonly "id": string;
        };
        readonly query?: {
            readonly "before_seq"?: string | number;
            readonly "limit"?: string | number;
        };
        readonly answer: WebhookDeliveryPage;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Send a ping, to a disabled webhook too */
    readonly "webhooks.ping": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: WebhookDeliveryAccepted;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Deliver the same message again */
    readonly "webhooks.retry": {
        readonly params: {
            readonly "id": string;
            readonly "deliveryId": string;
        };
        readonly answer: WebhookDeliveryAccepted;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The webhooks of the organisation, oldest first */
    readonly "webhooks.list": {
        readonly answer: WebhookListResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Create a webhook; its secret is shown once */
    readonly "webhooks.create": {
        readonly body: CreateWebhookRequest;
        readonly answer: CreateWebhookResponse;
        readonly refusals: "invalid_uuid" | "org_locked" | "quota_exceeded" | "tier_required" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Open a listener: a webhook of one developer, whose messages are fetched */
    readonly "webhooks.openListener": {
        readonly body?: OpenWebhookListenerRequest;
        readonly answer: OpenWebhookListenerResponse;
        readonly refusals: "invalid_uuid" | "quota_exceeded" | "rate_limited" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Report what became of messages, and wait for the next ones */
    readonly "webhooks.fetchMessages": {
        readonly params: {
            readonly "id": string;
        };
        readonly body: FetchWebhookMessagesRequest;
        readonly answer: FetchWebhookMessagesResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "rate_limited" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Close a listener; its messages are deleted */
    readonly "webhooks.closeListener": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** A client that asks for consent, for the page that asks the person */
    readonly "mcp.interaction": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: ClientMcpInteraction;
        readonly refusals: "interaction_expired" | "invalid_uuid" | "not_found" | "validation_error";
    };
    /** Let the client act for the signed-in app user */
    readonly "mcp.approve": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: McpDecisionResponse;
        readonly refusals: "interaction_expired" | "invalid_uuid" | "not_found" | "org_locked" | "rate_limited" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Refuse the client */
    readonly "mcp.deny": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: McpDecisionResponse;
        readonly refusals: "interaction_expired" | "invalid_uuid" | "not_found" | "org_locked" | "rate_limited" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The clients that the signed-in app user lets act, newest first */
    readonly "mcp.grants": {
        readonly answer: McpGrantListResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Withdraw a consent and end the client's sessions */
    readonly "mcp.withdraw": {
        readonly params: {
            readonly "clientId": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The clients that an app user lets act, newest first */
    readonly "appUserMcp.grants": {
        readonly params: {
            readonly "id": string;
            readonly "userId": string;
        };
        readonly answer: McpGrantListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Withdraw an app user's consent and end the client's sessions */
    readonly "appUserMcp.withdraw": {
        readonly params: {
            readonly "id": string;
            readonly "userId": string;
            readonly "clientId": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** The clients that the developer lets act at the central MCP endpoint, newest first */
    readonly "developerMcp.grants": {
        readonly answer: McpGrantListResponse;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** Withdraw a consent and end the client's sessions */
    readonly "developerMcp.withdraw": {
        readonly params: {
            readonly "clientId": string;
        };
        readonly answer: undefined;
        readonly refusals: "invalid_uuid" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
    /** What each MCP client of the app asked for last, and what to do where it does not connect */
    readonly "mcpClients.list": {
        readonly params: {
            readonly "id": string;
        };
        readonly answer: McpClientListResponse;
        readonly refusals: "invalid_uuid" | "not_found" | "token_expired" | "token_revoked" | "unauthorized" | "validation_error";
    };
}

// serviceUrl.d.ts

/**
 * The service's address without a slash at its end. Throws a TypeError that says what to write where the address is no
 * http(s) URL, has a query or a fragment, or ends in `/api` or in several slashes: the SDK adds the paths itself.
 */
export declare const serviceUrl: (given: string) => string;

// session/Session.d.ts

import type { Bearer } from "../Http.ts";
import type { Request } from "../Request.ts";
import type { ClientIdentity, SessionTokens } from "../types.gen.ts";
import type { SessionEvent } from "./SessionEvent.ts";
import type { SessionStorage } from "./Storage.ts";
import type { Tabs } from "./Tabs.ts";
/** Somebody signed in. */
export interface Session {
    readonly accessToken: string;
    readonly refreshToken: string;
    /** When the access token ends, in Unix epoch milliseconds by this machine's clock. */
    readonly expiresAt: number;
    readonly user: ClientIdentity;
}
export type SessionListener = (event: SessionEvent, session: Session | null) => void;
/** What the engine needs of the service. Neither call carries a caller's signal. */
export interface SessionCalls {
    readonly refresh: (refreshToken: string) => Promise<SessionTokens>;
    readonly identity: (accessToken: string) => Promise<ClientIdentity>;
    /** Calls of routes with another bearer than the engine's own. */
    readonly as: (bearer: Bearer) => Request;
}
/**
 * Holds who is signed in and renews the access token. A refresh token works once, and presenting a spent one ends the
 * session: so one refresh at a time over all tabs, never cut short and never sent again blindly. Whatever else writes
 * the session takes its turn with it, or the answer of a refresh under way would bring back what is over.
 */
export declare class SessionEngine {
    #private;
    constructor(options: {
        storage: SessionStorage;
        key: string;
        tabs: Tabs;
        calls: SessionCalls;
    });
    /** Calls back on sign-in, refresh and sign-out, in this tab and in others. Answers how to stop. */
    onChange(listener: SessionListener): () => void;
    /** Who is signed in, or null. */
    current(): Promise<Session | null>;
    /** The session, its access token good for at least `goodForMs`. Fails with `signed_out`. */
    fresh(goodForMs?: number): Promise<Session>;
    accessToken(): Promise<string>;
    /** A token other than `refused`, which the service no longer takes. */
    replace(refused: string): Promise<string>;
    /** Takes up tokens the service just issued. */
    begin(tokens: SessionTokens): Promise<Session>;
    /**
     * Changes something about the account, with a call that may answer new tokens in place of the session's. What is known
     * of the person afterwards comes with them, so that nothing more has to be asked, which could fail.
     */
    change(call: (request: Request) => Promise<{
        readonly tokens?: SessionTokens;
        readonly user?: Partial<ClientIdentity>;
    }>): Promise<Session>;
    /** Ends the session at the service, then here and in other tabs. */
    signOut(logout: (refreshToken: string) => Promise<unknown>): Promise<void>;
    /** The service ended the session of `accessToken`. One begun since goes on. */
    ended(accessToken: string): Promise<void>;
    close(): void;
}

// session/SessionEvent.d.ts

export type SessionEvent = "signed_in" | "refreshed" | "signed_out";

// session/Storage.d.ts

/** Where a session is kept. Every method may answer later. */
export interface SessionStorage {
    get(key: string): string | null | Promise<string | null>;
    set(key: string, value: string): void | Promise<void>;
    remove(key: string): void | Promise<void>;
}
/** Keeps a session until the page or process ends. */
export declare const memoryStorage: () => SessionStorage;
type Area = Pick<Storage, "getItem" | "setItem" | "removeItem">;
/**
 * Keeps a session in the browser, shared by all tabs of the origin. Where that is full or forbidden it is kept for this tab,
 * and where that is too, or in the area given, for as long as the page lasts.
 */
export declare const browserStorage: (given?: Area) => SessionStorage;
export {};

// session/Tabs.d.ts

import type { SessionEvent } from "./SessionEvent.ts";
/** Runs one task at a time over everything that shares a session. */
export type Exclusive = <A>(name: string, task: () => Promise<A>) => Promise<A>;
/** What happened to the session, and when the access token of what is stored now ends; null where nothing is. */
type Told = readonly [event: SessionEvent, expiresAt: number | null];
/** The other tabs that share a session. */
export interface Tabs {
    exclusively<A>(task: () => Promise<A>): Promise<A>;
    /** Resolves once others can know of it by `newest`. */
    tell(...told: Told): Promise<void>;
    /** When the newest session that a tab wrote ends; undefined where none is known. */
    newest(): Promise<number | undefined>;
    listen(listener: (...told: Told) => void): void;
    close(): void;
}
/** A session of this client only. */
export declare const alone: () => Tabs;
/** Tabs that share the session stored under `name`. */
export declare const sharedTabs: (name: string, exclusive?: Exclusive) => Tabs;
export {};

// session/UnderWay.d.ts

import type { SessionStorage } from "./Storage.ts";
/** What a sign-in that left the page compares on the way back. */
export interface Pending {
    readonly state: string;
    readonly verifier: string;
}
/** Sign-ins that left the page, in a storage that several tabs share: each comes back to its own, once. */
export declare class UnderWay<Kept extends Pending> {
    #private;
    constructor(storage: SessionStorage, key: string);
    begin(pending: Kept): Promise<void>;
    /** The sign-in of this state, which is over with it; undefined where none is under way. */
    take(state: string | null): Promise<Kept | undefined>;
}

// starter/Slugs.d.ts

/** At least two characters, at most 63, a letter first. */
export declare const slugOf: (text: string, lead: string) => string;
/** Names that no other exposure of the document has. */
export declare class Slugs {
    #private;
    /** A free slug: the end of a ROS name, more of it where that is vague or taken, a number where all is taken. */
    take(rosName: string, lead: string): string;
}

// starter/datapoint.d.ts

import type { TypeDefinition } from "../types.gen.ts";
interface Numeric {
    readonly scale?: number;
    readonly unit?: string;
    readonly decimals?: number;
}
interface Shape {
    readonly field?: string;
    readonly numeric?: Numeric;
    readonly rate_throttle_hz: number;
    readonly retention?: {
        readonly enabled: true;
        readonly interval_seconds: number;
    };
}
/** How to watch a topic of this type: one field where the message is one value, otherwise all of it. */
export declare const shapeOf: (type: string, definition: TypeDefinition | undefined) => Shape;
export {};

// starter/goal.d.ts

import type { TypeField } from "../types.gen.ts";
interface Parameter {
    readonly type: string;
    readonly default?: boolean | number | string;
}
/** A body with a placeholder for each value, and the parameters that fill them. */
export interface Goal {
    readonly message?: {
        readonly [field: string]: unknown;
    };
    readonly parameters?: {
        readonly [name: string]: Parameter;
    };
}
/**
 * What a goal or request needs, as parameters: its own values are required, those of messages in it have a default. Lists,
 * times and the stamps of headers keep the type's defaults.
 */
export declare const goalOf: (fields: ReadonlyArray<TypeField>) => Goal;
export {};

// starter/index.d.ts

import type { Request } from "../Request.ts";
/** A first configuration of a robot. */
export interface StarterConfiguration {
    /** The text of a configuration: a draft to edit, nothing of it is stored. */
    readonly source: string;
    /** When the robot's ROS graph was read, as ISO 8601. */
    readonly readAt: string;
    /** The robot is offline: the graph is what it offered then. */
    readonly stale: boolean;
}
/**
 * Writes a first configuration from what a robot's ROS graph offers, read now where the robot is online. Leaves out what
 * every ROS node has, such as /rosout, and hidden names. Fails with `robot_offline` where the robot was never read.
 */
export declare const starterConfiguration: (request: Request, robot: {
    readonly id: string;
    readonly name: string;
}) => Promise<StarterConfiguration>;

// starter/noise.d.ts

/** What the configuration's grammar can say. */
export declare const isSayable: (name: string, type: string) => boolean;
export declare const isNoise: (kind: "topics" | "services" | "actions", name: string, type: string) => boolean;
export declare const isHeavy: (type: string) => boolean;

// starter/starter.d.ts

import type { RosGraph, TypeDefinition } from "../types.gen.ts";
/** A first configuration text for what a robot's ROS graph offers. The same graph gives the same text. */
export declare const starterOf: (robotName: string, graph: RosGraph, definitions: ReadonlyArray<TypeDefinition>) => string;

// typeDefinitions.d.ts

import type { Request } from "./Request.ts";
import type { TypeDefinition } from "./types.gen.ts";
/** The definitions of these types: what the service knows, and what an online robot answers of the rest. */
export declare const definitionsFor: (request: Request, id: string, names: ReadonlyArray<string>) => Promise<ReadonlyArray<TypeDefinition>>;

// types.gen.d.ts

export interface AcceptTeamInviteRequest {
    readonly token: string;
    readonly display_name?: string | null;
}
export interface ActionAccepted {
    readonly job: Job;
    readonly kind: "action";
}
export interface Alert {
    readonly id: string;
    readonly robot_id: string;
    readonly slug: string;
    readonly name: string;
    readonly enabled: boolean;
    readonly severity: "warning" | "error";
    readonly condition: AlertCondition;
    readonly state: "ok" | "firing";
    readonly state_since: string | null;
    readonly last_value: unknown;
    readonly created_at: string;
}
export type AlertCondition = {
    readonly kind: "above" | "below";
    readonly threshold: number;
    readonly resolve_hysteresis: number;
} | {
    readonly kind: "equals";
    readonly value: number | string | boolean;
};
export interface AlertHistoryPage {
    readonly transitions: ReadonlyArray<AlertTransition>;
    readonly next_cursor: number | null;
}
export interface AlertListResponse {
    readonly alerts: ReadonlyArray<Alert>;
}
export interface AlertPreview {
    readonly transitions: ReadonlyArray<{
        readonly state: "ok" | "firing";
        readonly at_ms: number;
        readonly value: unknown;
    }>;
    readonly sample_gap_ms: number;
    readonly truncated: boolean;
}
export interface AlertTransition {
    readonly seq: number;
    readonly alert_id: string;
    readonly slug: string;
    readonly name: string;
    readonly state: "ok" | "firing";
    readonly value: unknown;
    readonly at_ms: number;
}
export interface App {
    readonly id: string;
    readonly org_id: string;
    readonly name: string;
    readonly identifier: string;
    readonly robot_ids: ReadonlyArray<string>;
    readonly default_role_id: string | null;
    readonly created_at: string;
}
export interface AppAuthConfig {
    readonly self_registration: boolean;
    readonly allowed_domains: ReadonlyArray<string>;
    readonly allowed_origins: ReadonlyArray<string>;
    readonly mcp_enabled: boolean;
    readonly invite_url: string | null;
    readonly verify_url: string | null;
    readonly reset_url: string | null;
    readonly mcp_login_url: string | null;
    readonly app_url: string | null;
    readonly sign_in_methods: {
        readonly password: boolean;
        readonly email_code: boolean;
    };
    readonly two_factor: "off" | "optional" | "required";
    readonly hosted_logo_url: string | null;
    readonly hosted_accent: string | null;
    readonly hosted_pages: {
        readonly invite_url: string;
        readonly verify_url: string;
        readonly reset_url: string;
        readonly mcp_login_url: string;
    };
    readonly oidc_callback_url: string;
    readonly updated_at: string;
}
export interface AppDeletionSummary {
    readonly user_count: number;
    readonly role_count: number;
    readonly server_key_count: number;
    readonly invitation_count: number;
    readonly oidc_provider_count: number;
    readonly mail_template_count: number;
}
export interface AppInvitation {
    readonly id: string;
    readonly app_id: string;
    readonly email: string;
    readonly role_id: string;
    readonly expires_at: string;
    readonly accept_url: string;
    readonly mail: "sent" | "not_requested" | "not_configured" | "failed";
}
export interface AppListResponse {
    readonly apps: ReadonlyArray<App>;
}
export interface AppMailTemplate {
    readonly kind: "invite" | "verify" | "reset" | "login_code";
    readonly subject: string;
    readonly text: string;
    readonly html: string | null;
    readonly updated_at: string;
}
export interface AppMailTemplateListResponse {
    readonly templates: ReadonlyArray<AppMailTemplate>;
}
export interface AppOidcProvider {
    readonly id: string;
    readonly app_id: string;
    readonly slug: string;
    readonly name: string;
    readonly issuer: string;
    readonly client_id: string;
    readonly scopes: ReadonlyArray<string>;
    readonly link_verified_emails: boolean;
    readonly enabled: boolean;
    readonly created_at: string;
}
export interface AppOidcProviderListResponse {
    readonly providers: ReadonlyArray<AppOidcProvider>;
}
export interface AppUser {
    readonly id: string;
    readonly app_id: string;
    readonly email: string;
    readonly display_name: string | null;
    readonly role_id: string;
    readonly status: "pending_verification" | "active" | "blocked";
    readonly has_password: boolean;
    readonly providers: ReadonlyArray<string>;
    readonly last_login_at: string | null;
    readonly two_factor: {
        readonly enabled: boolean;
        readonly enabled_at: string | null;
        readonly recovery_codes_left: number;
    };
    readonly created_at: string;
}
export interface AppUserListResponse {
    readonly users: ReadonlyArray<AppUser>;
}
export interface ApplyError {
    readonly kind: "datapoint" | "action" | "service" | "publisher" | "camera" | "low_bandwidth" | "recorder";
    readonly slug: string;
    readonly code: string;
    readonly message: string;
    readonly details?: {
        readonly [key: string]: unknown;
    };
}
export interface Asset {
    readonly id: string;
    readonly robot_id: string;
    readonly kind: "urdf" | "mesh" | "texture" | "recording";
    readonly name: string;
    readonly media_type: string;
    readonly size_bytes: number;
    readonly sha256: string;
    readonly created_at: string;
}
export interface AssetFailure {
    readonly reference: string;
    readonly kind: "unresolvable" | "upload_failed" | "refused" | "too_large" | "unavailable";
    readonly message?: string;
    readonly details?: {
        readonly store_bytes: number | null;
        readonly used_bytes: number;
        readonly size_bytes: number | null;
    } | null;
}
export interface AssetLink {
    readonly url: string;
    readonly expires_at: string;
}
export interface AssetLinks {
    readonly links: ReadonlyArray<{
        readonly asset_id: string;
        readonly name: string;
        readonly url: string;
    }>;
    readonly expires_at: string;
}
export interface AssetList {
    readonly assets: ReadonlyArray<Asset>;
    readonly active_sync: AssetSyncStatus | null;
    readonly urdf: {
        readonly present: boolean;
        readonly mesh_count: number;
        readonly missing: ReadonlyArray<{
            readonly uri: string;
            readonly element: "mesh" | "texture";
        }>;
    };
    readonly urdf_available: boolean | null;
    readonly store: {
        readonly bytes: number | null;
        readonly used_bytes: number;
    };
    readonly joint_state_slug: string | null;
}
export interface AssetSyncStatus {
    readonly sync_id: string;
    readonly robot_id: string;
    readonly state: "running" | "succeeded" | "failed";
    readonly done: number;
    readonly total: number;
    readonly stored: number | null;
    readonly announced: number;
    readonly failed: ReadonlyArray<AssetFailure>;
    readonly reason: string | null;
    readonly started_at: string;
    readonly updated_at: string;
}
export interface AuditEvent {
    readonly id: string;
    readonly org_id: string;
    readonly at: string;
    readonly seq: number;
    readonly actor: {
        readonly kind: "developer" | "app_user" | "server_key" | "bridge" | "platform";
        readonly id: string;
        readonly label: string;
    };
    readonly action: string;
    readonly target: {
        readonly kind: string;
        readonly id: string;
        readonly label: string;
    } | null;
    readonly details: {
        readonly [key: string]: unknown;
    } | null;
}
export interface AuditListResponse {
    readonly events: ReadonlyArray<AuditEvent>;
    readonly next_cursor: number | null;
}
export interface AuthConfigPreviewRequest {
    readonly page: "sign_in" | "sign_up" | "verify" | "reset" | "invite" | "two_factor" | "consent" | "done";
    readonly look?: {
        readonly hosted_accent?: string | null;
    };
    readonly locale?: "en" | "de";
    readonly theme?: "light" | "dark";
}
export interface AuthConfigPreviewResponse {
    readonly url: string;
    readonly expires_at: string;
}
export interface AuthMeResponse {
    readonly org: Org;
    readonly user: PlatformUser;
}
export interface BillingAccount {
    readonly payer: BillingPayer;
    readonly vat_id_status: "valid" | "unverified" | "invalid" | null;
    readonly vat: {
        readonly treatment: "domestic" | "reverse_charge" | "outside_eu";
        readonly rate_percent: number;
    };
    readonly currency: "eur" | "usd";
    readonly cycle: "monthly" | "yearly";
    readonly status: "pending" | "active" | "past_due" | "canceled";
    readonly period_starts_at: string | null;
    readonly period_ends_at: string | null;
    readonly next_charge: NextCharge | null;
    readonly scheduled: {
        readonly cycle: "monthly" | "yearly" | null;
        readonly addons: {
            readonly seats: number;
            readonly robots: number;
            readonly apps: number;
            readonly app_user_packs: number;
            readonly live_video_packs: number;
        } | null;
    } | null;
    readonly dunning: BillingDunning | null;
}
export interface BillingAddress {
    readonly line1: string;
    readonly line2: string | null;
    readonly postal_code: string;
    readonly city: string;
    readonly country: string;
}
export interface BillingCancelRequest {
    readonly reason?: string;
}
export interface BillingChangeRequest {
    readonly plan?: "plus" | "pro";
    readonly cycle?: "monthly" | "yearly";
    readonly addons?: {
        readonly seats?: number;
        readonly robots?: number;
        readonly apps?: number;
        readonly app_user_packs?: number;
        readonly live_video_packs?: number;
    };
    readonly dry_run?: boolean;
}
export interface BillingChangeResponse {
    readonly billing: BillingView;
    readonly charged: Invoice | null;
    readonly quote?: BillingQuote;
}
export interface BillingDetailsUpdate {
    readonly invoice_email?: string;
    readonly vat_id?: string | null;
    readonly buyer_reference?: string | null;
    readonly purchase_order?: string | null;
    readonly company_name?: string;
    readonly full_name?: string;
    readonly address?: BillingAddress;
}
export interface BillingDunning {
    readonly invoice_id: string;
    readonly gross_cents: number;
    readonly due_at: string;
    readonly next_retry_at: string | null;
    readonly lock_at: string;
    readonly failure: string | null;
}
export type BillingPayer = {
    readonly kind: "company";
    readonly company_name: string;
    readonly vat_id: string | null;
    readonly address: BillingAddress;
    readonly invoice_email: string;
    readonly buyer_reference: string | null;
    readonly purchase_order: string | null;
} | {
    readonly kind: "person";
    readonly full_name: string;
    readonly address: BillingAddress;
    readonly invoice_email: string;
    readonly buyer_reference: string | null;
    readonly purchase_order: string | null;
};
export interface BillingQuote {
    readonly currency: "eur" | "usd";
    readonly now: {
        readonly net_cents: number;
        readonly vat_rate_percent: number;
        readonly vat_cents: number;
        readonly gross_cents: number;
    };
    readonly lines: ReadonlyArray<{
        readonly description: string;
        readonly quantity: number;
        readonly net_cents: number;
    }>;
    readonly next_charge: NextCharge | null;
    readonly effective_at: string | null;
}
export interface BillingView {
    readonly account: BillingAccount | null;
    readonly available: boolean;
    readonly payment_method: PaymentMethod | null;
    readonly payment_method_options: ReadonlyArray<{
        readonly method: "card" | "paypal" | "applepay";
        readonly pays_invoice: boolean;
    }>;
    readonly invoices: ReadonlyArray<Invoice>;
    readonly dunning: BillingDunning | null;
}
export interface BridgeState {
    readonly online: boolean;
    readonly latency_ms: number | null;
    readonly low_bandwidth: boolean;
}
export interface CameraDescriptor {
    readonly slug: string;
    readonly width: number;
    readonly height: number;
    readonly fps: number;
    readonly snapshot_interval_seconds: number;
}
export interface CameraListResponse {
    readonly cameras: ReadonlyArray<CameraDescriptor>;
}
export interface CancelRequest {
    readonly job_id?: string | null;
}
export interface CheckoutQuoteResponse {
    readonly quote: BillingQuote;
}
export interface CheckoutRequest {
    readonly plan: "plus" | "pro";
    readonly cycle: "monthly" | "yearly";
    readonly addons: {
        readonly seats?: number;
        readonly robots?: number;
        readonly apps?: number;
        readonly app_user_packs?: number;
        readonly live_video_packs?: number;
    };
    readonly billing: {
        readonly kind: "company";
        readonly company_name: string;
        readonly vat_id: string | null;
        readonly address: BillingAddress;
        readonly invoice_email: string;
        readonly buyer_reference?: string | null;
        readonly purchase_order?: string | null;
    } | {
        readonly kind: "person";
        readonly full_name: string;
        readonly address: BillingAddress;
        readonly invoice_email: string;
        readonly buyer_reference?: string | null;
        readonly purchase_order?: string | null;
    };
    readonly accept_terms: boolean;
    readonly accept_withdrawal?: boolean;
    readonly dry_run?: boolean;
}
export interface CheckoutResponse {
    readonly checkout_id: string;
    readonly checkout_url: string;
}
export interface CheckoutStatus {
    readonly checkout_id: string;
    readonly status: "pending" | "paid" | "failed" | "canceled" | "expired";
    readonly purpose: "upgrade" | "payment_method" | "invoice";
    readonly plan: "basic" | "plus" | "pro" | "enterprise";
}
export interface ClientAcceptInvitationRequest {
    readonly token: string;
    readonly password?: string;
    readonly display_name?: string | null;
}
export interface ClientAcceptInvitationRequestForm {
    readonly token: string;
    readonly password?: string;
    readonly display_name?: "null" | string;
}
export interface ClientIdentity {
    readonly kind: "developer" | "app_user" | "server_key";
    readonly developer_id: string | null;
    readonly app_user_id: string | null;
    readonly server_key_id: string | null;
    readonly app_id: string | null;
    readonly role_id: string | null;
    readonly email: string | null;
    readonly two_factor_enabled: boolean | null;
}
export interface ClientLoginCodeRequest {
    readonly app_identifier: string;
    readonly email: string;
}
export interface ClientLoginCodeVerifyRequest {
    readonly app_identifier: string;
    readonly email: string;
    readonly code: string;
}
export interface ClientLoginRequest {
    readonly app_identifier: string;
    readonly email: string;
    readonly password: string;
}
export interface ClientLogoutRequest {
    readonly refresh_token: string;
}
export interface ClientMcpInteraction {
    readonly id: string;
    readonly app_id: string;
    readonly client_name: string | null;
    readonly client_name_verified: false;
    readonly scopes: ReadonlyArray<"robots:read" | "robots:control">;
    readonly already_granted: boolean;
    readonly redirect_host: string;
    readonly expires_at: string;
}
export interface ClientOidcExchangeRequest {
    readonly code: string;
    readonly code_verifier: string;
}
export interface ClientPasswordResetConfirmRequest {
    readonly token: string;
    readonly new_password: string;
}
export interface ClientPasswordResetRequest {
    readonly app_identifier: string;
    readonly email: string;
}
export interface ClientProviderListResponse {
    readonly providers: ReadonlyArray<{
        readonly slug: string;
        readonly name: string;
    }>;
    readonly sign_in_methods: {
        readonly password: boolean;
        readonly email_code: boolean;
    };
}
export interface ClientRefreshRequest {
    readonly refresh_token: string;
}
export interface ClientRegisterRequest {
    readonly app_identifier: string;
    readonly email: string;
    readonly password?: string;
    readonly display_name?: string | null;
}
export interface ClientResendVerificationRequest {
    readonly app_identifier: string;
    readonly email: string;
}
export interface ClientRobotListItem {
    readonly id: string;
    readonly name: string;
    readonly created_at: string;
    readonly bridge_state: BridgeState;
    readonly published_version: number | null;
}
export interface ClientRobotListResponse {
    readonly robots: ReadonlyArray<ClientRobotListItem>;
}
export type ClientSignInResult = SignInTokens | TwoFactorChallenge;
export interface ClientVerifyEmailRequest {
    readonly token: string;
}
export interface ConfigDraft {
    readonly doc: {
        readonly [key: string]: unknown;
    } | null;
    readonly source: string;
    readonly updated_at: string | null;
    readonly issues: ReadonlyArray<ConfigIssue>;
    readonly more?: number;
}
export interface ConfigIssue {
    readonly path: string;
    readonly slug: string | null;
    readonly code: "unknown_key" | "explicit_null" | "invalid_rate" | "requires_single_field" | "invalid_condition" | "constraint_not_allowed_for_type" | "value_type_mismatch" | "failsafe_has_parameters" | "too_big" | "too_small" | "invalid_type" | "invalid_value" | "invalid_format" | "missing_key" | "custom" | "reserved_slug" | "duplicate_slug" | "undeclared_parameter" | "unused_parameter" | "unknown_message" | "nested_message_reference" | "unknown_topic" | "unknown_field_path" | "type_mismatch" | "requires_numeric_field" | "unknown_type" | "checks_skipped";
    readonly message: string;
    readonly severity: "error" | "warning";
}
export interface ConfigPublishResponse {
    readonly version: number;
    readonly published_at: string;
}
export interface ConfigVersion {
    readonly version: number;
    readonly published_at: string;
    readonly doc: {
        readonly [key: string]: unknown;
    };
    readonly source: string;
    readonly issues: ReadonlyArray<ConfigIssue>;
    readonly more?: number;
    readonly updated_at: string;
}
export interface ConfigVersionListResponse {
    readonly versions: ReadonlyArray<ConfigPublishResponse>;
}
export interface ConsoleTokenRequest {
    readonly grant_type: "authorization_code";
    readonly code: string;
    readonly redirect_uri: string;
    readonly client_id: "console";
    readonly code_verifier: string;
}
export interface CreateAppInvitationRequest {
    readonly email: string;
    readonly role_id?: string;
    readonly display_name?: string | null;
    readonly send_mail: boolean;
}
export interface CreateAppOidcProviderRequest {
    readonly slug: string;
    readonly name: string;
    readonly issuer: string;
    readonly client_id: string;
    readonly client_secret: string;
    readonly scopes?: ReadonlyArray<string>;
    readonly link_verified_emails?: boolean;
    readonly enabled?: boolean;
}
export interface CreateAppRequest {
    readonly name: string;
    readonly identifier: string;
    readonly robot_ids?: ReadonlyArray<string>;
}
export interface CreateAppUserRequest {
    readonly email: string;
    readonly password?: string;
    readonly display_name?: string | null;
    readonly role_id?: string;
}
export interface CreatePasskeyRequest {
    readonly name: string;
    readonly credential: {
        readonly [key: string]: unknown;
    };
}
export interface CreatePasskeyResponse {
    readonly passkey: DeveloperPasskey;
    readonly recovery_codes: ReadonlyArray<string> | null;
}
export interface CreateRobotRequest {
    readonly name: string;
}
export interface CreateRobotResponse {
    readonly robot: Robot;
    readonly token: string;
}
export interface CreateRoleRequest {
    readonly name: string;
}
export interface CreateServerKeyRequest {
    readonly name: string;
}
export interface CreateTeamInviteRequest {
    readonly email: string;
    readonly display_name?: string | null;
    readonly tier: "owner" | "developer";
    readonly send_mail: boolean;
}
export interface CreateWebhookRequest {
    readonly url: string;
    readonly events: ReadonlyArray<"alert.firing" | "alert.resolved" | "robot.online" | "robot.offline" | "job.ended" | "config.published" | "usage.threshold">;
    readonly robot_ids?: ReadonlyArray<string> | null;
    readonly description?: string | null;
    readonly enabled?: boolean;
}
export interface CreateWebhookResponse {
    readonly webhook: Webhook;
    readonly secret: string;
}
export interface DatapointListItem {
    readonly slug: string;
    readonly builtin: boolean;
    readonly unit: string | null;
    readonly rate_throttle_hz: number | null;
}
export interface DatapointListResponse {
    readonly datapoints: ReadonlyArray<DatapointListItem>;
}
export interface DatapointValue {
    readonly slug: string;
    readonly value: unknown;
    readonly timestamp_ms: number;
}
export interface DeletedAssets {
    readonly deleted: number;
    readonly bytes_freed: number;
}
export interface DescribedExposure {
    readonly slug: string;
    readonly kind: "datapoint" | "action" | "service" | "publisher" | "camera";
    readonly description: string | null;
    readonly unit: string | null;
    readonly decimals: number | null;
    readonly input_schema: {
        readonly [key: string]: unknown;
    } | null;
    readonly failsafe_timeout_ms?: number | null;
}
export interface DeveloperPasskey {
    readonly id: string;
    readonly name: string;
    readonly created_at: string;
    readonly last_used_at: string | null;
    readonly synced: boolean | null;
}
export interface DeveloperTwoFactor {
    readonly passkeys: ReadonlyArray<DeveloperPasskey>;
    readonly authenticator: {
        readonly created_at: string;
    } | null;
    readonly recovery_codes_left: number;
    readonly required_by_org: boolean;
}
export interface ExplainAccessResponse {
    readonly role_id: string;
    readonly robot_id: string;
    readonly slug: string;
    readonly allowed: boolean;
    readonly kind: "datapoint" | "action" | "service" | "publisher" | "camera" | null;
    readonly checks: ReadonlyArray<{
        readonly check: "robot_attached" | "slug_granted" | "slug_published";
        readonly ok: boolean;
        readonly message: string;
    }>;
    readonly answer: {
        readonly status: number;
        readonly code: string | null;
    };
}
export interface Exposure {
    readonly slug: string;
    readonly kind: "datapoint" | "action" | "service" | "publisher" | "camera";
    readonly builtin: boolean;
}
export interface ExposureListResponse {
    readonly exposures: ReadonlyArray<Exposure>;
}
export interface FetchTypesRequest {
    readonly type_names: ReadonlyArray<string>;
}
export interface FetchTypesResponse {
    readonly types: ReadonlyArray<TypeDefinition>;
    readonly unresolved: ReadonlyArray<string>;
}
export interface FetchWebhookMessagesRequest {
    readonly results: ReadonlyArray<WebhookListenerResult>;
    readonly wait_s: number;
}
export interface FetchWebhookMessagesResponse {
    readonly messages: ReadonlyArray<WebhookListenerMessage>;
}
export interface Health {
    readonly ok: true;
    readonly version: string;
}
export interface HistoryBuckets {
    readonly slug: string;
    readonly kind: "buckets";
    readonly window_ms: number;
    readonly agg: "avg" | "min" | "max" | "last" | "count";
    readonly buckets: ReadonlyArray<{
        readonly bucket_start_ms: number;
        readonly value: unknown;
        readonly sample_count: number;
    }>;
}
export interface HistorySamples {
    readonly slug: string;
    readonly kind: "samples";
    readonly samples: ReadonlyArray<{
        readonly timestamp_ms: number;
        readonly value: unknown;
    }>;
    readonly truncated: boolean;
    readonly truncated_by: "limit" | "bytes" | null;
}
export interface HostedAddressRequest {
    readonly email: string;
}
export interface HostedCodeRequest {
    readonly email: string;
    readonly code: string;
}
export interface HostedPasswordRequest {
    readonly email: string;
    readonly password: string;
}
export interface HostedSignUpRequest {
    readonly email: string;
    readonly password?: string;
    readonly display_name?: string | null;
}
export interface HostedSignUpRequestForm {
    readonly email: string;
    readonly password?: string;
    readonly display_name?: "null" | string;
}
export interface Introspection {
    readonly graph: RosGraph;
    readonly fetched_at: string;
    readonly stale: boolean;
}
export interface Invoice {
    readonly id: string;
    readonly kind: "invoice" | "credit_note";
    readonly number: string;
    readonly corrects: string | null;
    readonly issued_at: string;
    readonly status: "open" | "paid" | "uncollectible";
    readonly currency: "eur" | "usd";
    readonly net_cents: number;
    readonly vat_rate_percent: number;
    readonly vat_cents: number;
    readonly gross_cents: number;
}
export interface InvokeRequest {
    readonly params?: {
        readonly [key: string]: unknown;
    };
    readonly patience_ms?: number;
}
export interface Job {
    readonly id: string;
    readonly robot_id: string;
    readonly slug: string;
    readonly state: "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "lost";
    readonly origin: "platform" | "external";
    readonly started_at: string;
    readonly updated_at: string;
    readonly seq: number;
    readonly result: unknown;
    readonly error: {
        readonly code: string;
        readonly message: string;
        readonly details?: unknown;
    } | null;
}
export interface JobActor {
    readonly kind: "developer" | "app_user" | "server_key";
    readonly id: string;
    readonly label: string;
    readonly name: string | null;
}
export interface JobListResponse {
    readonly jobs: ReadonlyArray<Job>;
}
export interface JobResponse {
    readonly job: Job | null;
}
export interface JobRun {
    readonly id: string;
    readonly robot_id: string;
    readonly slug: string;
    readonly kind: "action" | "service";
    readonly state: "running" | "unknown" | "succeeded" | "failed" | "cancelled" | "lost";
    readonly started_at: string;
    readonly ended_at: string | null;
    readonly duration_ms: number | null;
    readonly result: unknown;
    readonly error: {
        readonly code: string;
        readonly message: string;
        readonly details?: unknown;
    } | null;
    readonly actor: JobActor | null;
    readonly seq: number;
    readonly progress: number | null;
    readonly feedback: unknown;
}
export interface JobRunPage {
    readonly runs: ReadonlyArray<JobRun>;
    readonly next_cursor: number | null;
}
export interface JobSummary {
    readonly running: number;
    readonly started: number;
    readonly failed: number;
    readonly since_ms: number;
}
export interface JointStatePutRequest {
    readonly slug: string | null;
}
export interface JointStatePutResponse {
    readonly joint_state_slug: string | null;
}
export interface Latency {
    readonly series: ReadonlyArray<{
        readonly robot_id: string;
        readonly buckets: ReadonlyArray<LatencyBucket>;
    }>;
    readonly from_ms: number;
    readonly to_ms: number;
    readonly truncated: boolean;
    readonly truncated_by: "limit" | "bytes" | null;
}
export interface LatencyBucket {
    readonly bucket_at: string;
    readonly min_ms: number | null;
    readonly avg_ms: number | null;
    readonly max_ms: number | null;
    readonly samples: number;
    readonly online_ms: number;
}
export interface LiveSessionResponse {
    readonly session_id: string;
    readonly url: string;
    readonly room: string;
    readonly token: string;
    readonly expires_at: string;
}
export interface MailTemplatePreviewRequest {
    readonly subject: string;
    readonly text: string;
    readonly html?: string | null;
}
export interface MailTemplatePreviewResponse {
    readonly subject: string;
    readonly text: string;
    readonly html: string | null;
    readonly html_url: string | null;
}
export interface MailTemplateTestResponse {
    readonly mail: "sent" | "not_configured" | "failed";
}
export interface McpClientListResponse {
    readonly clients: ReadonlyArray<McpClientReport>;
}
export interface McpClientReport {
    readonly client_id: string | null;
    readonly client_name: string | null;
    readonly client_name_verified: false;
    readonly user_agent: string | null;
    readonly first_seen_at: string;
    readonly last_seen_at: string;
    readonly requests: ReadonlyArray<{
        readonly kind: "document" | "missing_document" | "registration" | "authorize" | "token" | "refresh" | "call";
        readonly at: string;
        readonly ok: boolean;
        readonly detail: string | null;
    }>;
    readonly advice: ReadonlyArray<{
        readonly code: "refused" | "missing_document" | "not_registered" | "no_decision" | "no_token" | "no_call" | "call_refused" | "known_quirk";
        readonly message: string;
    }>;
}
export interface McpDecision {
    readonly decision: "approve" | "deny";
}
export interface McpDecisionResponse {
    readonly redirect_to: string;
}
export interface McpGrant {
    readonly client_id: string;
    readonly client_name: string | null;
    readonly client_name_verified: false;
    readonly scopes: ReadonlyArray<"robots:read" | "robots:control">;
    readonly granted_at: string;
    readonly last_used_at: string | null;
}
export interface McpGrantListResponse {
    readonly grants: ReadonlyArray<McpGrant>;
}
export interface McpRobotDatasheet {
    readonly robot_id: string;
    readonly robot_name: string;
    readonly capabilities: {
        readonly action_history: boolean;
        readonly assets: boolean;
    };
    readonly exposures: ReadonlyArray<DescribedExposure>;
}
export interface NextCharge {
    readonly at: string;
    readonly net_cents: number;
    readonly vat_cents: number;
    readonly gross_cents: number;
}
export interface NotReady {
    readonly ok: false;
    readonly dependencies: {
        readonly [key: string]: boolean;
    };
}
export interface OauthError {
    readonly error: "invalid_request" | "invalid_client" | "invalid_grant" | "unsupported_grant_type" | "unsupported_response_type";
    readonly error_description?: string;
    readonly state?: string;
}
export interface OpenWebhookListenerRequest {
    readonly events?: ReadonlyArray<"alert.firing" | "alert.resolved" | "robot.online" | "robot.offline" | "job.ended" | "config.published" | "usage.threshold">;
    readonly robot_ids?: ReadonlyArray<string> | null;
    readonly secret?: string;
}
export interface OpenWebhookListenerResponse {
    readonly listener_id: string;
    readonly secret: string;
    readonly expires_at: string;
}
export interface Org {
    readonly id: string;
    readonly name: string;
    readonly require_two_factor: boolean;
    readonly created_at: string;
}
export interface OrgAlert {
    readonly id: string;
    readonly robot_id: string;
    readonly slug: string;
    readonly name: string;
    readonly enabled: boolean;
    readonly severity: "warning" | "error";
    readonly condition: AlertCondition;
    readonly state: "ok" | "firing";
    readonly state_since: string | null;
    readonly last_value: unknown;
    readonly created_at: string;
    readonly robot_name: string;
}
export interface OrgAlertListResponse {
    readonly alerts: ReadonlyArray<OrgAlert>;
    readonly next_cursor: string | null;
}
export interface OrgEvent {
    readonly type: "org_event";
    readonly seq: number;
    readonly at: string;
    readonly kind: "datapoint" | "health" | "job" | "bridge" | "audit" | "alert" | "recording";
    readonly severity: "info" | "warning" | "error";
    readonly robot_id: string | null;
    readonly subject: string;
    readonly detail: unknown;
}
export interface OrgEventGap {
    readonly after_seq: number;
    readonly since_ms: number | null;
    readonly dropped: number;
}
export interface OrgEventPosition {
    readonly stream: string;
    readonly seq: number;
    readonly dropped: number;
}
export interface OrgPlan {
    readonly plan: "basic" | "plus" | "pro" | "enterprise";
    readonly currency: "eur" | "usd";
    readonly period_ends_at: string;
    readonly addons: {
        readonly seats: number;
        readonly robots: number;
        readonly apps: number;
        readonly app_user_packs: number;
        readonly live_video_packs: number;
    };
    readonly limits: {
        readonly seats: number | null;
        readonly robots: number | null;
        readonly apps: number | null;
        readonly app_users: number | null;
        readonly live_video_ms_per_month: number | null;
        readonly asset_bytes_per_robot: number | null;
        readonly history_days: number | null;
        readonly audit_days: number | null;
    };
    readonly features: {
        readonly app_mcp: boolean;
        readonly two_factor: boolean;
        readonly require_two_factor: boolean;
        readonly app_oidc: boolean;
        readonly hosted_logo: boolean;
        readonly audit_export: boolean;
        readonly addons: boolean;
    };
    readonly usage: {
        readonly seats: number;
        readonly robots: number;
        readonly apps: number;
        readonly app_users: number;
        readonly live_video_ms_this_month: number;
        readonly asset_bytes: number;
    };
    readonly pending_change: {
        readonly target_plan: "basic" | "plus" | "pro" | "enterprise";
        readonly reason: "downgrade" | "cancel" | "lock";
        readonly effective_at: string | null;
        readonly keep: {
            readonly robots: ReadonlyArray<string>;
            readonly apps: ReadonlyArray<string>;
            readonly app_users: ReadonlyArray<string>;
            readonly developers: ReadonlyArray<string>;
        } | null;
        readonly history_days_after: number;
        readonly chosen_by: string;
        readonly chosen_at: string;
    } | null;
    readonly lock: {
        readonly reason: "payment";
        readonly since: string;
    } | null;
}
export interface OrgQuotas {
    readonly quotas: {
        readonly max_robots: number;
        readonly max_apps: number;
        readonly max_end_users: number;
        readonly max_retention_bytes: number;
        readonly max_retention_writes_per_minute: number;
        readonly max_realtime_connections: number;
    };
    readonly usage: {
        readonly max_robots: number;
        readonly max_apps: number;
        readonly max_end_users: number;
        readonly max_retention_bytes: number;
        readonly max_retention_writes_per_minute: number;
        readonly max_realtime_connections: number;
    };
}
export interface OrgResponse {
    readonly org: Org;
}
export interface PasswordChangeRequest {
    readonly current_password: string;
    readonly new_password: string;
}
export interface PatchAppOidcProviderRequest {
    readonly name?: string;
    readonly issuer?: string;
    readonly client_id?: string;
    readonly client_secret?: string;
    readonly scopes?: ReadonlyArray<string>;
    readonly link_verified_emails?: boolean;
    readonly enabled?: boolean;
}
export interface PatchAppUserRequest {
    readonly display_name?: string | null;
    readonly role_id?: string;
    readonly status?: "active" | "blocked";
}
export interface PatchAuthMeRequest {
    readonly display_name: string | null;
}
export interface PatchOrgRequest {
    readonly name?: string;
    readonly require_two_factor?: boolean;
}
export interface PatchPlatformUserRequest {
    readonly display_name?: string | null;
}
export interface PatchRobotRequest {
    readonly name: string;
}
export interface PatchRoleRequest {
    readonly name: string;
}
export interface PatchWebhookRequest {
    readonly url?: string;
    readonly events?: ReadonlyArray<"alert.firing" | "alert.resolved" | "robot.online" | "robot.offline" | "job.ended" | "config.published" | "usage.threshold">;
    readonly robot_ids?: ReadonlyArray<string> | null;
    readonly description?: string | null;
    readonly enabled?: boolean;
    readonly rotate_secret?: boolean;
}
export interface PatchWebhookResponse {
    readonly webhook: Webhook;
    readonly secret?: string;
}
export type PaymentMethod = {
    readonly kind: "card" | "applepay";
    readonly brand: string;
    readonly last4: string;
    readonly expires: string;
} | {
    readonly kind: "paypal";
    readonly account: string;
};
export interface PaymentMethodChangeRequest {
    readonly method: "card" | "paypal" | "applepay";
}
export interface PendingAppInvitation {
    readonly id: string;
    readonly app_id: string;
    readonly email: string;
    readonly role_id: string;
    readonly expires_at: string;
}
export interface PendingAppInvitationListResponse {
    readonly invitations: ReadonlyArray<PendingAppInvitation>;
}
export interface PendingTeamInvite {
    readonly id: string;
    readonly email: string;
    readonly tier: "owner" | "developer";
    readonly expires_at: string;
}
export interface PendingTeamInviteListResponse {
    readonly invitations: ReadonlyArray<PendingTeamInvite>;
}
export interface PlanChangeRequest {
    readonly target_plan: "basic" | "plus";
    readonly keep: {
        readonly robots: ReadonlyArray<string>;
        readonly apps: ReadonlyArray<string>;
        readonly app_users: ReadonlyArray<string>;
        readonly developers: ReadonlyArray<string>;
    } | null;
}
export interface PlatformUser {
    readonly id: string;
    readonly org_id: string;
    readonly email: string;
    readonly display_name: string | null;
    readonly tier: "owner" | "developer";
    readonly two_factor: {
        readonly passkeys: number;
        readonly authenticator: boolean;
    };
    readonly created_at: string;
}
export interface PlatformUserListResponse {
    readonly users: ReadonlyArray<PlatformUser>;
}
export interface PortalCodeRequest {
    readonly interaction: string;
    readonly code: string;
}
export interface PortalEnd {
    readonly redirect_to: string;
}
export interface PortalIdentifyRequest {
    readonly interaction: string;
    readonly email: string;
}
export interface PortalNewPasskeyRequest {
    readonly interaction: string;
    readonly name: string;
    readonly credential: {
        readonly [key: string]: unknown;
    } | string;
}
export interface PortalNext {
    readonly next: string;
}
export interface PortalOrganizationRequest {
    readonly interaction: string;
    readonly org_name: string;
}
export interface PortalPasskeyOptions {
    readonly options: {
        readonly [key: string]: unknown;
    };
}
export interface PortalPasskeyRequest {
    readonly interaction: string;
    readonly credential: {
        readonly [key: string]: unknown;
    } | string;
}
export interface PortalRecoveryCodes {
    readonly recovery_codes: ReadonlyArray<string> | null;
}
export interface PortalSignUpRequest {
    readonly interaction: string;
    readonly email: string;
    readonly display_name?: string;
}
export interface PortalSignUpResponse {
    readonly next: string;
    readonly email: string;
}
export interface PortalStepRequest {
    readonly interaction: string;
}
export interface PortalTotpConfirmRequest {
    readonly interaction: string;
    readonly code: string;
}
export interface PortalTwoFactorRequest {
    readonly interaction: string;
    readonly code?: string;
    readonly recovery_code?: string;
}
export interface PublishRequest {
    readonly message?: {
        readonly [key: string]: unknown;
    };
}
export interface PutAppMailTemplateRequest {
    readonly subject: string;
    readonly text: string;
    readonly html?: string | null;
}
export interface PutAuthLookRequest {
    readonly hosted_accent: string | null;
}
export interface PutAuthMcpRequest {
    readonly mcp_enabled: boolean;
}
export interface PutAuthRegistrationRequest {
    readonly self_registration: boolean;
    readonly allowed_domains: ReadonlyArray<string>;
    readonly allowed_origins: ReadonlyArray<string>;
}
export interface PutAuthSignInRequest {
    readonly sign_in_methods: {
        readonly password: boolean;
        readonly email_code: boolean;
    };
    readonly two_factor: "off" | "optional" | "required";
}
export interface PutAuthUrlsRequest {
    readonly app_url: string | null;
    readonly invite_url: string | null;
    readonly verify_url: string | null;
    readonly reset_url: string | null;
    readonly mcp_login_url: string | null;
}
export interface PutConfigDraftRequest {
    readonly source: string;
}
export interface PutRobotDetailsRequest {
    readonly details: RobotDetails;
}
export interface PutRolePermissionsRequest {
    readonly role_id: string;
    readonly grants: ReadonlyArray<{
        readonly robot_id: string;
        readonly slugs: ReadonlyArray<string>;
        readonly confirm?: ReadonlyArray<string>;
        readonly confirm_page?: ReadonlyArray<string>;
    }>;
    readonly capabilities: {
        readonly action_history: boolean;
        readonly assets: boolean;
    };
}
export interface Readiness {
    readonly ok: true;
    readonly dependencies: {
        readonly [key: string]: boolean;
    };
}
export type RealtimeClientMessage = {
    readonly type: "auth";
    readonly token: string;
} | {
    readonly type: "subscribe";
    readonly robot_id: string;
    readonly slug: string;
    readonly kind?: "datapoint" | "action" | "service" | "publisher" | "camera";
} | {
    readonly type: "unsubscribe";
    readonly robot_id: string;
    readonly slug: string;
} | {
    readonly type: "presence_subscribe";
    readonly robot_id: string;
} | {
    readonly type: "presence_unsubscribe";
    readonly robot_id: string;
} | {
    readonly type: "invoke";
    readonly request_id: string;
    readonly robot_id: string;
    readonly slug: string;
    readonly params?: {
        readonly [key: string]: unknown;
    };
    readonly patience_ms?: number;
} | {
    readonly type: "cancel";
    readonly request_id: string;
    readonly robot_id: string;
    readonly slug: string;
    readonly job_id: string | null;
} | {
    readonly type: "publish";
    readonly request_id: string;
    readonly robot_id: string;
    readonly slug: string;
    readonly message?: {
        readonly [key: string]: unknown;
    };
} | {
    readonly type: "release";
    readonly request_id: string;
    readonly robot_id: string;
    readonly slug: string;
} | {
    readonly type: "stop";
    readonly request_id: string;
    readonly robot_id: string;
    readonly all?: boolean;
} | {
    readonly type: "time";
    readonly request_id: string;
} | {
    readonly type: "org_event_subscribe";
    readonly after?: OrgEventPosition | null;
} | {
    readonly type: "org_event_unsubscribe";
};
export type RealtimeServerMessage = {
    readonly type: "auth_ok";
    readonly identity: ClientIdentity;
    readonly session_id: string;
    readonly expires_at: string | null;
    readonly server_ms: number;
} | {
    readonly type: "auth_error";
    readonly code: "invalid_token" | "token_expired" | "token_revoked" | "org_locked" | "quota_exceeded" | "rate_limited" | "forbidden";
    readonly message: string;
} | {
    readonly type: "datapoint";
    readonly robot_id: string;
    readonly slug: string;
    readonly value: unknown;
    readonly timestamp_ms: number;
} | {
    readonly type: "job";
    readonly robot_id: string;
    readonly slug: string;
    readonly job: Job;
    readonly feedback: unknown;
    readonly progress: number | null;
    readonly timestamp_ms: number;
} | {
    readonly type: "subscribe_error";
    readonly robot_id: string | null;
    readonly slug: string | null;
    readonly code: "not_authenticated" | "invalid_frame" | "not_found" | "forbidden" | "unknown_datapoint" | "unknown_slug" | "wrong_kind" | "not_subscribable" | "limit_reached";
    readonly message: string;
} | {
    readonly type: "presence";
    readonly robot_id: string;
    readonly viewers: ReadonlyArray<{
        readonly kind: "developer" | "app_user" | "server_key";
        readonly id: string;
        readonly label: string;
    }>;
    readonly at_ms: number;
} | {
    readonly type: "time";
    readonly request_id: string;
    readonly server_ms: number;
} | {
    readonly type: "command_result";
    readonly request_id: string;
    readonly ok: boolean;
    readonly job: Job | null;
    readonly kind: "datapoint" | "action" | "service" | "publisher" | "camera" | null;
    readonly code: string | null;
    readonly message: string | null;
    readonly details?: unknown;
    readonly result?: StopResponse;
} | {
    readonly type: "live_session";
    readonly robot_id: string;
    readonly slug: string;
    readonly session_id: string;
    readonly state: "ended";
    readonly reason: "released_by_peer" | "config_changed" | "publish_failed" | "robot_offline" | "revoked" | "expired" | "robot_deleted" | "plan_limit" | "unknown";
    readonly detail: string | null;
    readonly ended_at_ms: number;
} | {
    readonly type: "resource_health";
    readonly robot_id: string | null;
    readonly kind: "camera" | "datapoint" | "retention" | "config" | "robot";
    readonly ref: string;
    readonly facet: "source" | "publish" | "recording" | "apply" | "clock";
    readonly state: "ok" | "over_quota" | "failed" | "unreachable" | "auth_failed" | "unreadable_credential" | "credential_missing" | "stopped_by_config_change" | "publish_failed" | "unknown";
    readonly reason: string | null;
    readonly changed_at_ms: number;
} | {
    readonly type: "resource_health_cleared";
    readonly robot_id: string | null;
    readonly kind: "camera" | "datapoint" | "retention" | "config" | "robot";
    readonly ref: string;
    readonly facet: "source" | "publish" | "recording" | "apply" | "clock";
    readonly cleared_at_ms: number;
} | {
    readonly type: "org_event";
    readonly seq: number;
    readonly at: string;
    readonly kind: "datapoint" | "health" | "job" | "bridge" | "audit" | "alert" | "recording";
    readonly severity: "info" | "warning" | "error";
    readonly robot_id: string | null;
    readonly subject: string;
    readonly detail: unknown;
} | {
    readonly type: "org_event_replay";
    readonly events: ReadonlyArray<OrgEvent>;
    readonly complete: boolean;
    readonly resumed?: boolean;
    readonly gaps?: ReadonlyArray<OrgEventGap>;
    readonly position?: OrgEventPosition;
} | {
    readonly type: "org_event_dropped";
    readonly since_ms: number;
    readonly dropped: number;
    readonly position?: OrgEventPosition;
} | {
    readonly type: "error";
    readonly code: "unknown_command" | "invalid_frame" | "not_authenticated" | "forbidden";
    readonly message: string;
};
export interface Recording {
    readonly id: string;
    readonly robot_id: string;
    readonly state: "requested" | "recording" | "waiting" | "uploading" | "stored" | "failed";
    readonly cause: {
        readonly kind: "alert" | "job" | "request";
        readonly ref: string | null;
    };
    readonly at_ms: number;
    readonly from_ms: number | null;
    readonly to_ms: number | null;
    readonly size_bytes: number | null;
    readonly asset_id: string | null;
    readonly error: {
        readonly code: string;
        readonly message: string;
    } | null;
    readonly created_at: string;
    readonly updated_at: string;
}
export interface RecordingList {
    readonly recordings: ReadonlyArray<Recording>;
    readonly recorder: boolean;
}
export interface RecoveryCodesResponse {
    readonly recovery_codes: ReadonlyArray<string>;
}
export interface RefreshRequest {
    readonly refresh_token: string;
}
export interface RenamePasskeyRequest {
    readonly name: string;
}
export interface RenameSlugRequest {
    readonly from: string;
    readonly to: string;
}
export interface RenameSlugResponse {
    readonly rewritten_grants: number;
    readonly history_moved: boolean;
    readonly requires_publish: true;
}
export interface ResetAppUserPasswordResponse {
    readonly mail: "sent" | "not_configured" | "failed";
}
export interface ResourceHealth {
    readonly robot_id: string | null;
    readonly kind: "camera" | "datapoint" | "retention" | "config" | "robot";
    readonly ref: string;
    readonly facet: "source" | "publish" | "recording" | "apply" | "clock";
    readonly state: "ok" | "over_quota" | "failed" | "unreachable" | "auth_failed" | "unreadable_credential" | "credential_missing" | "stopped_by_config_change" | "publish_failed" | "unknown";
    readonly reason: string | null;
    readonly changed_at_ms: number;
}
export interface ResourceHealthResponse {
    readonly resources: ReadonlyArray<ResourceHealth>;
}
export interface Robot {
    readonly id: string;
    readonly name: string;
    readonly created_at: string;
}
export interface RobotDeletionSummary {
    readonly slug_count: number;
    readonly sample_rows: number;
    readonly bytes_freed: number;
    readonly cameras: ReadonlyArray<string>;
    readonly asset_count: number;
    readonly asset_bytes_freed: number;
    readonly job_run_count: number;
    readonly had_live_session: boolean;
    readonly had_unpublished_draft: boolean;
}
export interface RobotDetailResponse {
    readonly id: string;
    readonly name: string;
    readonly created_at: string;
    readonly bridge_state: BridgeState;
    readonly exposes: {
        readonly datapoints: number;
        readonly actions: number;
        readonly services: number;
        readonly publishers: number;
        readonly cameras: number;
    };
    readonly protocol_status: "current" | "deprecated" | "refused";
    readonly protocol_version: number | null;
    readonly protocol: {
        readonly status: "current" | "deprecated" | "refused";
        readonly sunset_at: string | null;
    };
    readonly last_seen_at: string | null;
    readonly config: {
        readonly published_version: number | null;
        readonly applied_version: number | null;
        readonly applied_ok: boolean | null;
        readonly draft_updated_at: string | null;
        readonly published_at: string | null;
        readonly applied_errors: ReadonlyArray<ApplyError> | null;
    };
    readonly bridge_version: string | null;
    readonly last_hello_error: {
        readonly code: string;
        readonly message: string;
        readonly at: string;
    } | null;
}
export type RobotDetails = {
    readonly [key: string]: string | number | boolean | ReadonlyArray<unknown> | {
        readonly [key: string]: unknown;
    };
};
export interface RobotDetailsResponse {
    readonly details: RobotDetails;
}
export interface RobotListItem {
    readonly id: string;
    readonly name: string;
    readonly created_at: string;
    readonly bridge_state: BridgeState;
    readonly exposes: {
        readonly datapoints: number;
        readonly actions: number;
        readonly services: number;
        readonly publishers: number;
        readonly cameras: number;
    };
    readonly protocol_status: "current" | "deprecated" | "refused";
    readonly protocol_version: number | null;
    readonly protocol: {
        readonly status: "current" | "deprecated" | "refused";
        readonly sunset_at: string | null;
    };
    readonly last_seen_at: string | null;
    readonly config: {
        readonly published_version: number | null;
        readonly applied_version: number | null;
        readonly applied_ok: boolean | null;
        readonly draft_updated_at: string | null;
        readonly published_at: string | null;
    };
}
export interface RobotListResponse {
    readonly robots: ReadonlyArray<RobotListItem>;
}
export interface RobotResponse {
    readonly robot: Robot;
}
export interface RobotTokenRotateResponse {
    readonly token: string;
}
export interface Role {
    readonly id: string;
    readonly app_id: string;
    readonly name: string;
    readonly builtin: boolean;
}
export interface RoleDatasheetResponse {
    readonly role_id: string;
    readonly robots: ReadonlyArray<McpRobotDatasheet>;
}
export interface RoleListResponse {
    readonly roles: ReadonlyArray<Role>;
}
export interface RolePermissions {
    readonly role_id: string;
    readonly grants: ReadonlyArray<{
        readonly robot_id: string;
        readonly slugs: ReadonlyArray<string>;
        readonly confirm: ReadonlyArray<string>;
        readonly confirm_page: ReadonlyArray<string>;
    }>;
    readonly capabilities: {
        readonly action_history: boolean;
        readonly assets: boolean;
    };
}
export interface RosGraph {
    readonly topics: ReadonlyArray<{
        readonly name: string;
        readonly types: ReadonlyArray<string>;
    }>;
    readonly services: ReadonlyArray<{
        readonly name: string;
        readonly types: ReadonlyArray<string>;
    }>;
    readonly actions: ReadonlyArray<{
        readonly name: string;
        readonly types: ReadonlyArray<string>;
    }>;
    readonly captured_at_ms: number;
}
export interface ServerKey {
    readonly id: string;
    readonly app_id: string;
    readonly name: string;
    readonly created_at: string;
    readonly last_used_at: string | null;
}
export interface ServerKeyListResponse {
    readonly server_keys: ReadonlyArray<ServerKey>;
}
export interface ServerKeyResponse {
    readonly server_key: ServerKey;
    readonly key: string;
}
export interface ServiceAnswer {
    readonly result: unknown;
}
export interface SessionTokens {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly token_type: "Bearer";
    readonly expires_in: number;
}
export interface SignInTokens {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly token_type: "Bearer";
    readonly expires_in: number;
    readonly password_reset_needed?: true;
}
export interface SlugUsage {
    readonly grant_count: number;
    readonly app_identifiers: ReadonlyArray<string>;
    readonly has_recorded_history: boolean;
    readonly alert_count: number;
}
export interface SnapshotMeta {
    readonly slug: string;
    readonly timestamp_ms: number | null;
    readonly age_ms: number | null;
    readonly width: number | null;
    readonly height: number | null;
    readonly mime: string | null;
}
export interface StartAssetSyncRequest {
    readonly source: "bridge";
}
export interface StartAssetSyncResponse {
    readonly sync_id: string;
}
export interface StopRequest {
    readonly all?: boolean;
}
export interface StopResponse {
    readonly cancelled: ReadonlyArray<Job>;
    readonly failsafes: ReadonlyArray<string>;
    readonly warnings: ReadonlyArray<string>;
}
export interface TeamInvite {
    readonly id: string;
    readonly email: string;
    readonly tier: "owner" | "developer";
    readonly expires_at: string;
    readonly accept_url: string;
    readonly mail: "sent" | "not_requested" | "not_configured" | "failed";
}
export interface TierChangeRequest {
    readonly tier: "owner" | "developer";
}
export interface TotpConfirmRequest {
    readonly code: string;
}
export interface TotpConfirmResponse {
    readonly recovery_codes: ReadonlyArray<string> | null;
}
export interface TwoFactorConfirmRequest {
    readonly challenge?: string;
    readonly code: string;
}
export interface TwoFactorConfirmResponse {
    readonly recovery_codes: ReadonlyArray<string>;
    readonly session: SignInTokens;
}
export interface TwoFactorDeleteRequest {
    readonly code: string;
}
export interface TwoFactorSetupRequest {
    readonly challenge?: string;
}
export interface TwoFactorSetupResponse {
    readonly secret: string;
    readonly otpauth_url: string;
}
export interface TwoFactorVerifyRequest {
    readonly challenge: string;
    readonly code?: string;
    readonly recovery_code?: string;
}
export interface TwoFactorChallenge {
    readonly status: "two_factor_required" | "two_factor_setup_required";
    readonly challenge: string;
    readonly password_reset_needed?: true;
}
export type TypeDefinition = {
    readonly name: string;
    readonly kind: "msg";
    readonly fields: ReadonlyArray<TypeField>;
} | {
    readonly name: string;
    readonly kind: "srv";
    readonly request: ReadonlyArray<TypeField>;
    readonly response: ReadonlyArray<TypeField>;
} | {
    readonly name: string;
    readonly kind: "action";
    readonly goal: ReadonlyArray<TypeField>;
    readonly result: ReadonlyArray<TypeField>;
    readonly feedback: ReadonlyArray<TypeField>;
};
export interface TypeField {
    readonly name: string;
    readonly type: string;
    readonly array: boolean;
    readonly fields: ReadonlyArray<TypeField> | null;
}
export interface TypeListResponse {
    readonly types: ReadonlyArray<TypeDefinition>;
}
export interface UpdateAppRequest {
    readonly name?: string;
    readonly robot_ids?: ReadonlyArray<string>;
    readonly default_role_id?: string | null;
}
export interface Usage {
    readonly rows: ReadonlyArray<UsageRow>;
    readonly from_day: string;
    readonly to_day: string;
}
export interface UsageRow {
    readonly app_id: string | null;
    readonly app_name: string | null;
    readonly metric: "api_calls" | "live_session_ms" | "robot_online_ms" | "retention_bytes" | "asset_bytes";
    readonly day: string;
    readonly value: number;
}
export interface VatIdCheckRequest {
    readonly country: string;
    readonly vat_id: string;
}
export interface VatIdCheckResponse {
    readonly status: "valid" | "unverified" | "invalid";
    readonly vat_id: string;
    readonly name: string | null;
}
export interface WaitlistRequest {
    readonly email: string;
}
export interface WebauthnOptionsResponse {
    readonly options: {
        readonly [key: string]: unknown;
    };
}
export interface Webhook {
    readonly id: string;
    readonly url: string;
    readonly description: string | null;
    readonly events: ReadonlyArray<"alert.firing" | "alert.resolved" | "robot.online" | "robot.offline" | "job.ended" | "config.published" | "usage.threshold">;
    readonly robot_ids: ReadonlyArray<string> | null;
    readonly enabled: boolean;
    readonly created_at: string;
    readonly updated_at: string;
}
export interface WebhookDelivery {
    readonly id: string;
    readonly seq: number;
    readonly type: "alert.firing" | "alert.resolved" | "robot.online" | "robot.offline" | "job.ended" | "config.published" | "usage.threshold" | "ping";
    readonly at: string;
    readonly state: "pending" | "delivered" | "failed";
    readonly attempts: ReadonlyArray<{
        readonly at: string;
        readonly status: number | null;
        readonly error: string | null;
    }>;
}
export interface WebhookDeliveryAccepted {
    readonly delivery_id: string;
}
export interface WebhookDeliveryPage {
    readonly deliveries: ReadonlyArray<WebhookDelivery>;
    readonly next_cursor: number | null;
}
export interface WebhookListResponse {
    readonly webhooks: ReadonlyArray<Webhook>;
}
export interface WebhookListenerMessage {
    readonly id: string;
    readonly type: "alert.firing" | "alert.resolved" | "robot.online" | "robot.offline" | "job.ended" | "config.published" | "usage.threshold";
    readonly headers: {
        readonly "webhook-id": string;
        readonly "webhook-timestamp": string;
        readonly "webhook-signature": string;
        readonly "x-platform-event": string;
        readonly "content-type": string;
    };
    readonly body: string;
}
export interface WebhookListenerResult {
    readonly delivery_id: string;
    readonly status: number | null;
    readonly error: string | null;
}

// urdf.d.ts

/** A joint of a URDF that moves. Its limits are radians, or metres where it slides; null where it has none. */
export interface RobotJoint {
    readonly name: string;
    readonly type: string;
    readonly lower: number | null;
    readonly upper: number | null;
    /** The joint whose position this one follows. */
    readonly mimics: string | null;
}
/** The joints that move, in the order of the URDF. A joint without a type belongs to a transmission or a plugin. */
export declare const readJoints: (urdf: string) => ReadonlyArray<RobotJoint>;

// video/LiveStream.d.ts

import type { Camera } from "../Camera.ts";
import { type MediaEvents } from "./MediaSocket.ts";
/** The events of a stream. */
export interface LiveStreamEvents extends Pick<MediaEvents, "onConfig" | "onUnit"> {
    /** It was lost for this reason, and is come back to. A configuration and a key picture come next. */
    readonly onLost: (reason: string) => void;
    /** It is over. Nothing comes after it. */
    readonly onEnded: (reason: string) => void;
}
/**
 * The pictures of a camera. A session is good for one socket: where that is lost, another session is started after a while,
 * until the stream is closed or there is a reason not to.
 */
export declare class LiveStream {
    #private;
    private constructor();
    /** Fails where the first session cannot be started, such as `camera_offline`. */
    static open(camera: Camera, events: LiveStreamEvents, signal?: AbortSignal): Promise<LiveStream>;
    /** A picture is on the screen. */
    painted(seq: number): void;
    /** Asks for a picture that needs none before it. */
    wantKey(): void;
    /** Gives the session back. No event comes after it. */
    close(): void;
    /** Gives back what the service may still hold: it has not seen a connection end that broke. */
    release(): Promise<void>;
}

// video/MediaSocket.d.ts

/** What the pictures after it are. */
export interface StreamConfig {
    /** `avc1.…`, or `mjpeg` where each picture is a JPEG. */
    readonly codec: string;
    readonly width: number;
    readonly height: number;
    readonly fps: number;
    /** The decoder's description in base64; null for JPEG. */
    readonly avcc: string | null;
}
/** One picture as it travels. */
export interface Unit {
    readonly isKey: boolean;
    readonly seq: number;
    /** When it was captured, in milliseconds since the epoch by the robot's clock. */
    readonly capturedMs: number;
    readonly data: Uint8Array<ArrayBuffer>;
}
/** What a stream's socket tells. */
export interface MediaEvents {
    readonly onConfig: (config: StreamConfig) => void;
    readonly onUnit: (unit: Unit) => void;
    /** The socket closed, or nothing has come for so long that it must be; `reason` says why where the service did it. Once. */
    readonly onClosed: (code: number, reason: string) => void;
}
/** A viewer's socket: puts units together, and says what came and, with the next that comes, what was painted. */
export declare class MediaSocket {
    #private;
    constructor(WebSocketClass: typeof WebSocket, { room, token, url }: {
        readonly url: string;
        readonly room: string;
        readonly token: string;
    }, events: MediaEvents);
    /** A picture is on the screen. */
    painted(seq: number): void;
    /** Asks for a picture that needs none before it, at most once a second. */
    wantKey(): void;
    /** It sends no further events. */
    close(): void;
}

// video/PictureDecoder.d.ts

import type { StreamConfig, Unit } from "./MediaSocket.ts";
/** A picture that can be painted. It is to be closed. */
export interface Decoded {
    readonly image: CanvasImageSource;
    readonly width: number;
    readonly height: number;
    readonly unit: Pick<Unit, "seq" | "capturedMs">;
    readonly close: () => void;
}
/** Turns units into pictures, in their order. */
export interface PictureDecoder {
    readonly decode: (unit: Unit) => void;
    readonly close: () => void;
}
/** What decoders tell. */
export interface DecoderEvents {
    readonly onPicture: (picture: Decoded) => void;
    /** Nothing can be shown before the next key picture. */
    readonly onKeyWanted: () => void;
    /** This browser cannot decode the stream. */
    readonly onUnsupported: () => void;
}
export declare const base64Bytes: (text: string) => Uint8Array<ArrayBuffer>;
/** Counts an error at each call: true for the third within 10 s, after which it counts anew. */
export declare const errorCount: () => (() => boolean);
/** JPEG pictures: one is decoded at a time, and of those that come meanwhile the newest is next. */
export declare const jpegDecoder: ({ onPicture }: DecoderEvents) => PictureDecoder;
/** H.264 by WebCodecs. After an error it goes on at the next key picture, after three within 10 s in software. */
export declare const videoDecoder: (config: StreamConfig, events: DecoderEvents) => PictureDecoder;

// video/fragmentedMp4.d.ts

/** What a track's pictures are. */
export interface TrackShape {
    readonly width: number;
    readonly height: number;
    /** The AVCDecoderConfigurationRecord. */
    readonly avcc: Uint8Array;
}
/** Units of time in a second, of everything below. */
export declare const timescale = 90000;
type Bytes = Uint8Array<ArrayBuffer>;
type Part = Uint8Array | ReadonlyArray<number>;
export declare const joined: (parts: ReadonlyArray<Part>) => Bytes;
/** The beginning of a live stream with one video track. It has no length, which tells players not to hold pictures back. */
export declare const initSegment: (shape: TrackShape) => Bytes;
/** One picture: an access unit whose NAL units are length-prefixed. `sequence` counts segments from 1. */
export declare const mediaSegment: (picture: {
    readonly sequence: number;
    readonly time: number;
    readonly duration: number;
    readonly isKey: boolean;
    readonly data: Uint8Array;
}) => Bytes;
export {};

// video/index.d.ts

export { live, type LiveOptions, type LiveState, type LiveView, type Playback } from "./live.ts";

// video/live.d.ts

import type { Camera } from "../Camera.ts";
/**
 * `connecting` before the first picture, `frozen` after a second without one: what is on the screen is old then. So it is
 * while `reconnecting`, until the stream is found again. `stills` where this browser cannot decode the video and shows a
 * still each second. `ended` is the last.
 */
export type LiveState = "connecting" | "playing" | "frozen" | "reconnecting" | "stills" | "ended";
/**
 * What makes pictures of the stream: WebCodecs, a media source where WebCodecs is missing or fails, JPEG for cameras that send
 * that, and a still each second as the last.
 */
export type Playback = "webcodecs" | "media-source" | "jpeg" | "stills";
/** What a view is asked for, and what it tells. */
export interface LiveOptions {
    /** Keeps to one way for H.264; stills follow where it fails. Absent, the best is chosen. */
    readonly playback?: Exclude<Playback, "jpeg">;
    readonly onState?: (state: LiveState, reason: string | null) => void;
    /** Each picture that was painted; `capturedMs` by the robot's clock. */
    readonly onPainted?: (picture: {
        readonly capturedMs: number;
    }) => void;
    /** Ends the view, like `stop`. */
    readonly signal?: AbortSignal;
}
/** A camera on the screen. */
export interface LiveView {
    readonly state: LiveState;
    /** Null before the stream began. */
    readonly playback: Playback | null;
    /** Milliseconds since the last picture was painted, or since a still was taken; null before the first. */
    readonly ageMs: number | null;
    /**
     * Milliseconds since the picture on the screen was captured, by the clocks of the service and of the robot: as good as the
     * robot's clock. Null before the first, and where the service has not said its time yet.
     */
    readonly pictureAgeMs: number | null;
    readonly stop: () => void;
}
/**
 * Shows a camera's live video on a canvas until it is stopped, may be watched no longer, or nobody could see it for 30 s: the
 * page was hidden, or the canvas out of view. What is lost otherwise it comes back to, however long that takes. Fails where
 * it cannot be started, such as `camera_offline`.
 */
export declare const live: (camera: Camera, canvas: HTMLCanvasElement, options?: LiveOptions) => Promise<LiveView>;

// video/mediaSourceDecoder.d.ts

import type { StreamConfig } from "./MediaSocket.ts";
import { type DecoderEvents, type PictureDecoder } from "./PictureDecoder.ts";
/** Whether this browser plays the codec from a media source. */
export declare const playsMediaSource: (codec: string) => boolean;
/** H.264 by a media element that is fed as the pictures come, and is kept at the newest. It is in no document. */
export declare const mediaSourceDecoder: (config: StreamConfig, events: DecoderEvents) => PictureDecoder;

// vite.d.ts

/** Which robot's types go where. */
export interface FleetTypesOptions {
    /** The robot's id or name. */
    readonly robot: string;
    /** The file to write, from Vite's root. */
    readonly out: string;
    /** The service; otherwise FLEET_URL, or where `fleet login` signed in. */
    readonly url?: string;
}
/** As much of Vite's own types as this needs. */
interface Plugin {
    readonly name: string;
    readonly configResolved: (config: {
        readonly root: string;
        readonly command: "build" | "serve";
    }) => void;
    readonly buildStart: (this: {
        warn: (message: string) => void;
        error: (message: string) => never;
    }) => Promise<void>;
}
/**
 * Keeps a robot's types up to date. `vite dev` writes the file where it is out of date, and warns where the service is out
 * of reach. `vite build` writes the file only where there is none, and fails where it no longer fits what is published.
 */
export declare const fleetTypes: ({ out, robot, url }: FleetTypesOptions) => Plugin;
export {};
