import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import type { FleetError } from "../FleetError.ts"
import {
  type CallOptions,
  type Cursor,
  cursorQuery,
  type PagedRouteId,
  type RouteAnswer,
  type RouteId,
  type RouteInput
} from "../Http.ts"
import type { Request } from "../Request.ts"

/** What makes the calls: a client. */
export interface Caller {
  readonly request: Request
}

type OwnInput<Id extends RouteId> = Omit<RouteInput<Id>, keyof CallOptions>

/** A route's `params`, `query` and `headers`: left out where it needs none. */
export type QueryInput<Id extends RouteId> =
  object extends OwnInput<Id> ? [input?: OwnInput<Id>] : [input: OwnInput<Id>]

/** The key of a route's answers, or without `input` what all keys of the route begin with: for `invalidateQueries`. */
export const routeKey = <Id extends RouteId>(id: Id, input?: Partial<OwnInput<Id>>) =>
  input === undefined ? (["fleet", id] as const) : (["fleet", id, input] as const)

/** The options of a route's query. Nothing is tried again by the query: the client has done that where it is of use. */
export const routeQuery =
  <Id extends RouteId>(id: Id) =>
  ({ request }: Caller, ...[input]: QueryInput<Id>) =>
    queryOptions<RouteAnswer<Id>, FleetError>({
      queryKey: routeKey(id, (input ?? {}) as OwnInput<Id>),
      queryFn: ({ signal }) => (request as Untyped<Id>)(id, { ...input, signal }),
      retry: false
    })

/** The options of an infinite query over the pages of a list that has a cursor. */
export const pagesQuery =
  <Id extends PagedRouteId>(id: Id) =>
  ({ request }: Caller, ...[input]: QueryInput<Id>) =>
    infiniteQueryOptions<
      RouteAnswer<Id>,
      FleetError,
      { readonly pages: Array<RouteAnswer<Id>> },
      ReadonlyArray<unknown>,
      Cursor | undefined
    >({
      queryKey: [...routeKey(id, (input ?? {}) as OwnInput<Id>), "pages"],
      queryFn: ({ pageParam, signal }) => {
        const { query } = (input ?? {}) as { readonly query?: object }
        const paged = pageParam === undefined ? query : { ...query, ...cursorQuery(pageParam) }
        return (request as Untyped<Id>)(id, { ...input, ...(paged === undefined ? {} : { query: paged }), signal })
      },
      initialPageParam: undefined,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
      retry: false
    })

type Untyped<Id extends RouteId> = (id: Id, input: object) => Promise<RouteAnswer<Id>>
