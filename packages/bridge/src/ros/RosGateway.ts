import type { RosGraph, TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { Context, type Effect, type Scope, type Stream, type SubscriptionRef } from "effect"
import type {
  GatewayOffline,
  InvalidMessage,
  NotAdvertised,
  ServiceFailed,
  Timeout,
  TypeMismatch
} from "./GatewayErrors.ts"
import type { RosType } from "./RosType.ts"

/** How the robot's ROS graph is reached. `capabilities` are the server's own words. */
export interface GatewayStatus {
  readonly connected: boolean
  readonly distro: string | null
  readonly capabilities: ReadonlyArray<string>
  /**
   * Whether its stamps are of a simulated clock: `perhaps` where the graph has such a clock, and the server does not say
   * whether it uses it. Absent: no.
   */
  readonly simulatedTime?: "yes" | "perhaps" | "no"
}

/** One message as it came, not decoded yet: reading it costs, so the throttle decides first. */
export interface RosMessage {
  /** The robot's capture time, in milliseconds since the epoch. */
  readonly timestampMs: number
  /** The message as an object (see MessageJson and FieldPath); undefined when the bytes do not fit the definition. */
  readonly decode: () => unknown
  readonly type: RosType
  /** CDR, as it came. It may be a view of a larger buffer: who keeps it makes a copy. */
  readonly payload: Uint8Array
}

/**
 * `pending`: the topic is not advertised. `type_mismatch`: it is advertised with other types only.
 * `unsupported`: the type fits, but its encoding or definition cannot be read.
 */
export type SubscriptionState = "pending" | "live" | "type_mismatch" | "unsupported"

export interface TopicSubscription {
  readonly state: SubscriptionRef.SubscriptionRef<SubscriptionState>
}

/** A goal's id: 16 bytes, written as a lowercase uuid. */
export type GoalId = string

/** action_msgs/msg/GoalStatus: 0 unknown, 1 accepted, 2 executing, 3 canceling, 4 succeeded, 5 canceled, 6 aborted. */
export type GoalStatus = number

export interface GoalResult {
  /** 0 when the server does not know the goal. */
  readonly status: GoalStatus
  readonly result: unknown
}

/** `returnCode`: 0 none, 1 rejected, 2 unknown goal, 3 already ended. A cancel is accepted only for the goals listed. */
export interface CancelAnswer {
  readonly returnCode: number
  readonly goalsCanceling: ReadonlyArray<GoalId>
}

/** Why a call did not come to an answer. */
export type CallError = GatewayOffline | NotAdvertised | TypeMismatch | InvalidMessage | ServiceFailed | Timeout

/**
 * A robot's ROS 2 graph. Values going in and coming out are JSON as the contract writes messages.
 * Callbacks are synchronous and must not throw. Everything scoped survives reconnects and ends with its scope.
 */
export class RosGateway extends Context.Service<
  RosGateway,
  {
    readonly status: SubscriptionRef.SubscriptionRef<GatewayStatus>

    /**
     * Messages of a topic from the moment it is advertised with this type, again after each reconnect. A server that can
     * may leave out messages beyond `maxHz`; 0 or none asks for all.
     */
    readonly subscribe: (
      topic: string,
      type: string,
      onMessage: (message: RosMessage, receivedAtMs: number) => void,
      maxHz?: number
    ) => Effect.Effect<TopicSubscription, never, Scope.Scope>

    /** Keeps a topic advertised by us, so that its subscribers are connected before the first message. */
    readonly advertise: (topic: string, type: string) => Effect.Effect<void, never, Scope.Scope>
    /** Sends one message; the topic need not be advertised before. */
    readonly publish: (
      topic: string,
      type: string,
      message: unknown
    ) => Effect.Effect<void, GatewayOffline | TypeMismatch | InvalidMessage | NotAdvertised>

    readonly callService: (
      service: string,
      type: string,
      request: unknown,
      timeoutMs: number
    ) => Effect.Effect<unknown, CallError>

    /** The answer has a `goalId` when the goal runs under another id than the one given: some servers choose it. */
    readonly sendGoal: (
      action: string,
      type: string,
      goalId: GoalId,
      goal: unknown,
      timeoutMs: number
    ) => Effect.Effect<{ readonly accepted: boolean; readonly goalId?: GoalId }, CallError>
    /** Pending until the goal ends. Fails with NotAdvertised when the server vanishes meanwhile. */
    readonly getResult: (action: string, type: string, goalId: GoalId) => Effect.Effect<GoalResult, CallError>
    readonly cancelGoal: (action: string, goalId: GoalId, timeoutMs: number) => Effect.Effect<CancelAnswer, CallError>
    readonly subscribeFeedback: (
      action: string,
      type: string,
      onFeedback: (goalId: GoalId, feedback: unknown) => void
    ) => Effect.Effect<TopicSubscription, never, Scope.Scope>
    /** Every goal the server knows, at once and on each change. */
    readonly subscribeStatus: (
      action: string,
      onStatus: (goals: ReadonlyArray<{ readonly goalId: GoalId; readonly status: GoalStatus }>) => void
    ) => Effect.Effect<TopicSubscription, never, Scope.Scope>
    /** Whether the action's server is there, now and on each change. False while disconnected. */
    readonly actionServerPresent: (action: string) => Stream.Stream<boolean>

    /** The bytes of a file that the robot's server can read, by its package or file URI. Absent where it serves none. */
    readonly fetchAsset?: (
      uri: string
    ) => Effect.Effect<Uint8Array, GatewayOffline | NotAdvertised | ServiceFailed | Timeout>

    readonly graph: Effect.Effect<RosGraph, GatewayOffline>
    /** Definitions of the types known from the robot and from the common packages. */
    readonly types: (names: ReadonlyArray<string>) => Effect.Effect<{
      readonly definitions: ReadonlyArray<TypeDefinition>
      readonly unresolved: ReadonlyArray<string>
    }>
  }
>()("@fleet/bridge/RosGateway") {}
