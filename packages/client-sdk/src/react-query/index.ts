export { type Caller, type QueryInput, routeKey } from "./routeQuery.ts"
export * from "./queries.gen.ts"
