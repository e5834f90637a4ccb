import { Context } from "effect"

/** Whether the handler of a read looks at the HTTP request itself or streams its answer, so that only the router can run it. */
export const RoutedOnly = Context.Reference<boolean>("@fleet/domain/RoutedOnly", { defaultValue: () => false })
