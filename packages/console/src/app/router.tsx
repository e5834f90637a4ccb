import { createRootRoute, createRoute, createRouter, Outlet, type SearchSchemaInput } from "@tanstack/react-router"
import { lazyPage } from "./lazyPage.ts"
import { Shell } from "./Shell.tsx"
import { NotFoundPage, RouteFailed, RoutePending } from "./routePages.tsx"
import { SignInGate } from "../session/SignInGate.tsx"

/** Text in the query of an address: nothing else is read from it. */
const texts =
  <const Name extends string>(...names: ReadonlyArray<Name>) =>
  (search: { readonly [Key in Name]?: string } & SearchSchemaInput): { readonly [Key in Name]?: string } => {
    const found: { [Key in Name]?: string } = {}
    for (const name of names) {
      const value: unknown = search[name]
      if (typeof value === "string" && value !== "") found[name] = value
    }
    return found
  }

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteFailed
})

/** Everything that needs somebody signed in. */
const signedIn = createRoute({
  id: "console",
  getParentRoute: () => root,
  component: () => (
    <SignInGate>
      <Shell />
    </SignInGate>
  )
})

const overview = createRoute({
  path: "/",
  getParentRoute: () => signedIn,
  validateSearch: texts("setup"),
  component: lazyPage(() => import("../features/overview/OverviewPage.tsx"), "OverviewPage")
})

const robots = createRoute({
  path: "/robots",
  getParentRoute: () => signedIn,
  validateSearch: texts("q", "view", "sort", "cols", "peek"),
  component: lazyPage(() => import("../features/robots/RobotsPage.tsx"), "RobotsPage")
})

const connect = createRoute({
  path: "/robots/new",
  getParentRoute: () => signedIn,
  component: lazyPage(() => import("../features/connect/NewRobotPage.tsx"), "NewRobotPage")
})

/** The steps of connecting a robot: each can be opened by its address, on another device as well. */
const setup = createRoute({
  path: "/robots/$robotId/setup/$step",
  getParentRoute: () => signedIn,
  component: lazyPage(() => import("../features/connect/SetupPage.tsx"), "SetupPage")
})

/** A robot's pages: the same head and tabs over each. */
const robot = createRoute({
  path: "/robots/$robotId",
  getParentRoute: () => signedIn,
  component: lazyPage(() => import("../features/robot/RobotLayout.tsx"), "RobotLayout")
})

const live = createRoute({
  path: "/",
  getParentRoute: () => robot,
  validateSearch: texts("card", "from", "to"),
  component: lazyPage(() => import("../features/live/LivePage.tsx"), "LivePage")
})

const config = createRoute({
  path: "/config",
  getParentRoute: () => robot,
  validateSearch: texts("view", "against", "record", "at", "alert", "fire", "resolve", "severity", "name"),
  component: lazyPage(() => import("../features/config/ConfigPage.tsx"), "ConfigPage")
})

const configVersion = createRoute({
  path: "/config/versions/$version",
  getParentRoute: () => robot,
  validateSearch: texts("against"),
  component: lazyPage(() => import("../features/config/VersionPage.tsx"), "VersionPage")
})

const robotJobs = createRoute({
  path: "/jobs",
  getParentRoute: () => robot,
  validateSearch: texts("q", "run"),
  component: lazyPage(() => import("../features/jobs/RobotJobsPage.tsx"), "RobotJobsPage")
})

const robotAlerts = createRoute({
  path: "/alerts",
  getParentRoute: () => robot,
  validateSearch: texts("q", "slug"),
  component: lazyPage(() => import("../features/alerts/RobotAlertsPage.tsx"), "RobotAlertsPage")
})

const jobs = createRoute({
  path: "/jobs",
  getParentRoute: () => signedIn,
  validateSearch: texts("q"),
  component: lazyPage(() => import("../features/jobs/JobsPage.tsx"), "JobsPage")
})

const job = createRoute({
  path: "/jobs/$robotId/$runId",
  getParentRoute: () => signedIn,
  component: lazyPage(() => import("../features/jobs/JobPage.tsx"), "JobPage")
})

const alerts = createRoute({
  path: "/alerts",
  getParentRoute: () => signedIn,
  validateSearch: texts("q", "view"),
  component: lazyPage(() => import("../features/alerts/AlertsPage.tsx"), "AlertsPage")
})

const activity = createRoute({
  path: "/activity",
  getParentRoute: () => signedIn,
  validateSearch: texts("q", "from", "to"),
  component: lazyPage(() => import("../features/activity/ActivityPage.tsx"), "ActivityPage")
})

/** The service answers it in the demo alone. */
const design = createRoute({
  path: "/dev/design",
  getParentRoute: () => signedIn,
  component: lazyPage(() => import("../dev/DesignPage.tsx"), "DesignPage")
})

const callback = createRoute({
  path: "/signed-in",
  getParentRoute: () => root,
  component: lazyPage(() => import("../session/SignedInPage.tsx"), "SignedInPage")
})

const routeTree = root.addChildren([
  callback,
  signedIn.addChildren([
    overview,
    robots,
    connect,
    setup,
    robot.addChildren([live, config, configVersion, robotJobs, robotAlerts]),
    jobs,
    job,
    alerts,
    activity,
    design
  ])
])

const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))
const stringifySearch = (search: Record<string, unknown>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== "") query.set(name, String(value))
  // A filter is read by people: colons and commas stay as they are typed.
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",")
  return text === "" ? "" : `?${text}`
}

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultPreloadDelay: 50,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: RouteFailed,
  defaultPendingComponent: RoutePending
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
