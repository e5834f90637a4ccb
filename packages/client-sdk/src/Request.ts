import type { Http, RouteAnswer, RouteId, RouteInput, Target } from "./Http.ts"

type Keys<Input> = { [Key in keyof Input]-?: object extends Pick<Input, Key> ? never : Key }[keyof Input]

/** Calls any route by its id, with the input and the answer the contract gives it. */
export type Request = <Id extends RouteId>(
  id: Id,
  ...input: Keys<RouteInput<Id>> extends never ? [input?: RouteInput<Id>] : [input: RouteInput<Id>]
) => Promise<RouteAnswer<Id>>

/** The service is trusted to answer what the contract says: answers are not decoded again. */
export const makeRequest =
  (http: Http): Request =>
  (id, ...[input]) =>
    http.call(id, input as Target | undefined) as Promise<RouteAnswer<typeof id>>
