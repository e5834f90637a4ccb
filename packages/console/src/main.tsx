import "./kit/base.css"
import "./kit/fonts.css"
import "./kit/tokens.css"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { createRoot } from "react-dom/client"
import { loadPreferences } from "./app/preferences.ts"
import { router } from "./app/router.tsx"
import { fetchFirst } from "./fleet/queries.ts"
import { focusHeading } from "./kit/Page.tsx"
import { forgetCalls } from "./session/calls.ts"
import { isSoon, waitOf } from "./session/limited.ts"
import { renewAt } from "./session/newVersion.ts"
import { signedInPath } from "./session/signIn.ts"
import { loadSession } from "./session/useSession.ts"

loadPreferences()

const queries = new QueryClient({
  defaultOptions: {
    // The SDK repeats what may be repeated; a command is never sent again. A short wait that the service asks for is kept.
    queries: { retry: isSoon, retryDelay: (_, error) => waitOf(error), staleTime: 5000, refetchOnWindowFocus: true },
    mutations: { retry: false }
  }
})

router.subscribe("onBeforeNavigate", ({ pathChanged, toLocation }) => {
  if (!pathChanged) return
  forgetCalls()
  renewAt(toLocation.href)
})

// Pages of one robot share a heading, which no new page brings along.
router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
  if (pathChanged && fromLocation !== undefined) focusHeading()
})

// The first lists are on their way while the page is rendered for the first time. Who comes from the portal has no session
// yet: what is stored may be that of somebody else who signed in before.
if (location.pathname !== signedInPath)
  void loadSession()
    .then((session) => session !== null && fetchFirst(queries))
    .catch(() => undefined)

createRoot(document.getElementById("console")!).render(
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} />
  </QueryClientProvider>
)
