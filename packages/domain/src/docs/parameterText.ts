/** What a parameter is, in words, with a value that it may have. */
export interface Described {
  readonly description: string
  readonly example?: string | number
}

const uuid = "7a9e79af-0d64-4928-9406-c51d390cfcc2"

/** Whose id `{id}` is, by the segment before it. */
const owners: Readonly<Record<string, string>> = {
  apps: "the app",
  checkout: "the checkout",
  interactions: "the interaction, as the address of the sign-in page has it",
  invitations: "the invitation to the team",
  invoices: "the invoice, or of the due charge that has none yet",
  listeners: "the listener",
  passkeys: "the passkey",
  robots: "the robot",
  users: "the developer",
  webhooks: "the webhook"
}

/** What `{slug}` names, by the segment before it. */
const slugs: Readonly<Record<string, Described>> = {
  cameras: { description: "The camera's slug in the published configuration.", example: "front" },
  datapoints: {
    description: "The datapoint's slug, of the published configuration or a built-in.",
    example: "battery"
  },
  jobs: { description: "The slug of an action or a service in the published configuration.", example: "dock" },
  publishers: { description: "The publisher's slug in the published configuration.", example: "drive" },
  "slug-usage": { description: "A slug of the draft.", example: "battery" },
  oidc: { description: "The identity provider's slug in its app.", example: "company" },
  with: { description: "The identity provider's slug in its app.", example: "company" }
}

const tokens: Readonly<Record<string, string>> = {
  "accept-invite": "The token of the mailed invitation.",
  "asset-links": "The token of the link, for 15 minutes.",
  invite: "The token of the mailed invitation.",
  reset: "The token of the mailed link to set a password.",
  verify: "The token of the mailed link that verifies the address."
}

const millisecond = (what: string): Described => ({
  description: `${what}, in milliseconds of the Unix epoch.`,
  example: 1_767_225_600_000
})

const parameters: Readonly<Record<string, Described>> = {
  profile: { description: "The form of the XML.", example: "en16931" },
  provider: { description: "The payment provider.", example: "mollie" },
  action: { description: "Events of this action alone.", example: "config.published" },
  action_prefix: { description: "Events whose action begins so.", example: "config." },
  actor_id: { description: "Events of this actor alone: a developer, an app user or a server key.", example: uuid },
  agg: { description: "How the samples of a bucket become one value; without it the samples themselves are answered." },
  app_identifier: { description: "The app's identifier.", example: "demo" },
  assetId: { description: "The id of the file.", example: uuid },
  before_seq: { description: "Entries before this number alone: the `next_cursor` of the page before.", example: 1200 },
  clientId: { description: "The id of the MCP client: as it registered, or the address of its metadata document." },
  client_id: { description: "The client that signs somebody in: the console." },
  code_challenge: { description: "SHA-256 of the code verifier, as base64url without padding (PKCE)." },
  code_challenge_method: { description: "How the challenge is made of the verifier." },
  confirmation: { description: "The id of the question, as the address that the agent was given has it." },
  deliveryId: { description: "The id of the delivery, which is the `webhook-id` of its request.", example: uuid },
  field: { description: "A part of the value: keys after dots, indexes in brackets.", example: "position.x" },
  force: {
    description: "Deletes the robot although somebody watches a camera of it live; else that is 409 robot_in_use."
  },
  format: { description: "The format of the file: csv without it." },
  from: {
    description:
      "The first moment: ISO 8601, milliseconds of the Unix epoch, `now`, or `now-` and a time such as 90m, 24h or 7d.",
    example: "now-24h"
  },
  from_day: { description: "The first day, in UTC.", example: "2026-11-01" },
  from_ms: millisecond("The first moment"),
  identifier: { description: "The app's identifier.", example: "demo" },
  "if-match": {
    description: "The ETag of the draft that this one replaces; another one there is 409 config_conflict."
  },
  interaction: { description: "The id of the sign-in that is under way." },
  invId: { description: "The id of the invitation.", example: uuid },
  keyId: { description: "The id of the server key.", example: uuid },
  kind: { description: "The kind." },
  limit: { description: "How many entries are answered, at most.", example: 50 },
  move_to: {
    description: "The role that users of the deleted one get; without it they have the default role.",
    example: uuid
  },
  name: { description: "The name of the file, for whoever keeps it.", example: "robot.urdf" },
  prompt: { description: "Begins with the page that founds an organisation." },
  providerId: { description: "The id of the identity provider.", example: uuid },
  publish_key: {
    description:
      "Chosen by the caller, one for each publish: a publish that arrives again with its key makes no second version, and answers the one that was made.",
    example: uuid
  },
  recordingId: { description: "The id of the recording.", example: uuid },
  redirect_uri: { description: "Where the browser goes with the code: an address that is registered, to the letter." },
  response_type: { description: "The flow: the authorization code." },
  result: { description: "The id of what a form came to." },
  robot_id: { description: "This robot alone.", example: uuid },
  roleId: { description: "The id of the role.", example: uuid },
  runId: { description: "The id of the run: that of its job.", example: uuid },
  session_id: { description: "The live session to end; without it all of the caller's on this camera.", example: uuid },
  since_ms: millisecond("The first moment"),
  slug: { description: "This slug alone.", example: "dock" },
  state: {
    description:
      "A value of the client's, which comes back with the code: it ties the answer to the browser that asked."
  },
  syncId: { description: "The id of the sync.", example: uuid },
  target_id: { description: "Events about this target alone, by its id." },
  target_kind: { description: "Events about targets of this kind alone.", example: "robot" },
  to: { description: "The moment after the last one, in the forms of `from`; now without it.", example: "now" },
  to_day: { description: "The last day, in UTC: at most 366 days with the first.", example: "2026-11-30" },
  to_ms: millisecond("The moment after the last one"),
  tz: { description: "The time zone whose days are the buckets.", example: "Europe/Berlin" },
  userId: { description: "The id of the app user.", example: uuid },
  version: { description: "The number of the published version.", example: 3 }
}

const jobState = "Jobs in this state alone."
const special: Readonly<Record<string, Described>> = {
  "query kind": { description: "Jobs of this kind alone." },
  "path kind": { description: "Which mail the template is for." },
  "/api/org/alerts query state": { description: "Alerts in this state alone.", example: "firing" },
  "/api/org/alerts query before": { description: "The next_cursor of the page before." },
  "/api/org/jobs query state": { description: jobState },
  "/api/robots/{id}/jobs/history query state": { description: jobState }
}

/** What a parameter of a route is; undefined where no word is known for it. */
export const parameterText = (path: string, place: string, name: string): Described | undefined => {
  const known = special[`${path} ${place} ${name}`] ?? special[`${place} ${name}`]
  if (known !== undefined) return known
  if (place !== "path") return parameters[name]
  const before = path
    .slice(0, path.indexOf(`/{${name}}`))
    .split("/")
    .at(-1)!
  if (name === "id" && owners[before] !== undefined)
    return { description: `The id of ${owners[before]}.`, example: uuid }
  if (name === "slug") return slugs[before]
  if (name === "token") return tokens[before] === undefined ? undefined : { description: tokens[before]! }
  return parameters[name]
}
