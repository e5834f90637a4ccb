import type { FleetClient } from "../createClient.ts"
import type { Session } from "../session/Session.ts"
import { useFleet } from "./FleetProvider.ts"
import { makeStore } from "./Store.ts"
import { useStore } from "./useStore.ts"

/** Who is signed in. `loading` until the storage has answered. */
export type SessionState =
  | { readonly status: "loading" | "signed_out"; readonly session: null; readonly user: null }
  | { readonly status: "signed_in"; readonly session: Session; readonly user: Session["user"] }

const stateOf = (session: Session | null): SessionState =>
  session === null
    ? { status: "signed_out", session, user: null }
    : { status: "signed_in", session, user: session.user }

const sessionStore = ({ auth }: FleetClient) =>
  makeStore<SessionState>({ status: "loading", session: null, user: null }, (set) => {
    let isTold = false
    const stop = auth.onChange((_, session) => {
      isTold = true
      set(stateOf(session))
    })
    const answer = (session: Session | null) => {
      if (!isTold) set(stateOf(session))
    }
    void auth.session().then(answer, () => answer(null))
    return stop
  })

/** Who is signed in with this client, kept up to date over sign-ins, renewals and sign-outs, those of other tabs too. */
export const useSession = (): SessionState => {
  const fleet = useFleet()
  return useStore(() => sessionStore(fleet), [fleet])
}
