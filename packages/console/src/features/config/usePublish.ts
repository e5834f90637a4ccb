import { FleetError } from "@fleet/sdk"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { serviceNow } from "../../format/ticking.ts"
import { robotQuery } from "../../fleet/queries.ts"
import { onReturn } from "../../session/useSession.ts"
import { publish, publishedVersion } from "./data.ts"
import type { DraftSession } from "./draft/DraftSession.ts"
import { isSignedOut } from "./draft/service.ts"

/**
 * How a publish goes. `unsure`: the connection broke, and whether it happened is being looked up. `signed_out`: the session
 * ended meanwhile; it is looked up once somebody has signed in. `before`: the version that was published until then.
 */
export type Publishing =
  | { readonly of: "idle" }
  | { readonly of: "sending" }
  | { readonly of: "done"; readonly version: number; readonly atMs: number; readonly late: boolean }
  | { readonly of: "unsure"; readonly before: number | null }
  | { readonly of: "not_done"; readonly before: number | null }
  | { readonly of: "signed_out"; readonly before: number | null }
  | { readonly of: "failed"; readonly error: unknown }

const idle: Publishing = { of: "idle" }

/** Publishes what is saved, once. A publish is never sent again by itself. */
export const usePublish = (robotId: string, draft: DraftSession, published: number | null) => {
  const [state, setState] = useState<Publishing>(idle)
  const queries = useQueryClient()
  const isUnsure = state.of === "unsure"
  const before = state.of === "unsure" ? state.before : null

  const refresh = () =>
    Promise.all(
      [robotQuery(robotId).queryKey, ["config.versions", robotId], ["audit.list", "config.published", robotId]].map(
        (queryKey) => queries.invalidateQueries({ queryKey })
      )
    )

  useEffect(() => {
    if (!isUnsure) return undefined
    const stopping = new AbortController()
    const look = async () => {
      for (let wait = 500; !stopping.signal.aborted; wait = Math.min(wait * 2, 8000)) {
        try {
          const now = await publishedVersion(robotId)
          if (stopping.signal.aborted) return
          if (now !== null && now !== before) setState({ of: "done", version: now, atMs: serviceNow(), late: true })
          else setState({ of: "not_done", before })
          await refresh()
          return
        } catch {
          await new Promise((resolve) => setTimeout(resolve, wait))
        }
      }
    }
    void look()
    return () => stopping.abort()
  }, [isUnsure, before, robotId])

  useEffect(
    () =>
      onReturn(() => setState((state) => (state.of === "signed_out" ? { of: "unsure", before: state.before } : state))),
    []
  )
  // What was sent may have been on its way for longer than anybody waited.
  const isLate = state.of === "not_done" && published !== null && published !== state.before
  useEffect(() => {
    if (isLate) setState({ of: "done", version: published, atMs: serviceNow(), late: true })
  }, [isLate, published])

  const run = async () => {
    if (state.of === "sending") return
    setState({ of: "sending" })
    try {
      if (!(await draft.settled())) return setState(idle)
      // Somebody may have saved since: what is published is what is on the screen.
      const text = draft.text
      const read = await draft.look()
      if (read !== null && read.draft.source !== text) return setState(idle)
      const { published_at, version } = await publish(robotId)
      setState({ of: "done", version, atMs: Date.parse(published_at), late: false })
      await refresh()
    } catch (error) {
      if (isSignedOut(error)) {
        draft.setSignedIn(false)
        draft.left()
        setState({ of: "signed_out", before: published })
      } else if (FleetError.is(error) && (error.status === 0 || [502, 503, 504].includes(error.status)))
        setState({ of: "unsure", before: published })
      else {
        setState({ of: "failed", error })
        await draft.changedOutside().catch(() => undefined)
      }
    }
  }
  return { publishing: state, publish: run, clear: () => setState(idle) }
}
