import { lazyRouteComponent } from "@tanstack/react-router"

/** The page of a route, loaded with the route. A file that is missing is told on the page: the router would load it anew unasked. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new Error(`A page could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
          cause
        })
      }),
    name
  )
