import "./StopButton.css"
import { FleetError, type StopResponse } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useCommands } from "../commands/commands.ts"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Foreign } from "../kit/Foreign.tsx"
import { Square, X } from "../kit/icons.ts"
import { isCovered } from "../kit/isCovered.ts"
import { Problem } from "../kit/Problem.tsx"
import { fleet } from "../session/client.ts"
import { datasheetQuery } from "./datasheet.ts"
import { failsafeOf } from "./failsafe.ts"
import { letGoOf, useIsActive } from "./motion.ts"
import { stopWords } from "./stopWords.ts"

/** How long an answer is waited for: on the socket, and of a request; in milliseconds. */
const socketMs = 2000
const patienceMs = 4000
/** How long what was answered stays on the page. */
const shownMs = 12_000

type Outcome =
  | { readonly is: "sending" }
  | { readonly is: "not-sent"; readonly why: "notSent" | "offline" | "signedOut" }
  | { readonly is: "no-answer" }
  | { readonly is: "refused"; readonly error: unknown }
  | { readonly is: "stopped"; readonly answer: StopResponse }

/** What a failure of the request says about the robot. */
const failed = (error: unknown): Outcome => {
  if (!FleetError.is(error)) return { is: "refused", error }
  if (error.code === "network_error" || error.code === "connection_lost") return { is: "not-sent", why: "notSent" }
  if (error.code === "signed_out" || error.code === "token_revoked") return { is: "not-sent", why: "signedOut" }
  if (error.code === "robot_offline") return { is: "not-sent", why: "offline" }
  return error.code === "timeout" ? { is: "no-answer" } : { is: "refused", error }
}

/** Over the socket it follows what was sent there; where that is gone or does not answer, as a request of its own. */
const send = async (robotId: string, isConnected: boolean): Promise<StopResponse> => {
  const robot = fleet.robot(robotId)
  if (isConnected) {
    try {
      return await robot.stop({ all: true, signal: AbortSignal.timeout(socketMs) })
    } catch (error) {
      if (FleetError.is(error) && error.code !== "connection_lost") throw error
    }
  }
  return robot.stop({ all: true, via: "rest", timeoutMs: patienceMs })
}

/**
 * Stops a robot: this page stops driving, every job of the robot is cancelled and its failsafes are sent. Never
 * confirmed, never disabled. Escape does the same; in a field, a first Escape leaves the field.
 */
export const StopButton = ({
  hasJobs,
  robotId
}: {
  readonly robotId: string
  /** A job of the robot runs. */
  readonly hasJobs: boolean
}) => {
  const t = useWords(stopWords)
  // Read while there is a link: it is named when there is none.
  const { data: datasheet } = useQuery(datasheetQuery(robotId))
  const failsafeMs = failsafeOf(datasheet?.exposures)
  const isActive = useIsActive(robotId)
  const [outcome, setOutcome] = useState<Outcome>()
  const attempt = useRef(0)

  const stop = () => {
    letGoOf(robotId)
    const mine = ++attempt.current
    const tell = (next: Outcome) => {
      if (mine === attempt.current) setOutcome(next)
    }
    const isConnected = fleet.realtime.state === "connected"
    // It is tried all the same: a request may pass where the socket does not.
    tell(isConnected ? { is: "sending" } : { is: "not-sent", why: "notSent" })
    void send(robotId, isConnected).then(
      (answer) => tell({ is: "stopped", answer }),
      (error: unknown) => tell(failed(error))
    )
  }

  useCommands([
    {
      id: "robot-stop",
      text: t.stop,
      keys: "escape",
      group: "robot",
      run: () => {
        if (!isCovered()) stop()
      }
    }
  ])
  const newest = useRef(stop)
  newest.current = stop
  useEffect(() => {
    // Escape with a modifier as well: somebody may hold Shift to drive.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || event.repeat || isCovered()) return
      // In a shadow root, the editor's, the target of the event is its host.
      const field = event.composedPath()[0]
      if (field instanceof HTMLElement && field.matches("input, textarea, select, [contenteditable]")) field.blur()
      else newest.current()
      event.preventDefault()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
  useEffect(() => {
    setOutcome(undefined)
    attempt.current += 1
  }, [robotId])
  useEffect(() => {
    if (outcome?.is !== "stopped") return
    const timer = setTimeout(() => setOutcome(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])

  return (
    <div className="stop">
      <Button kind={isActive || hasJobs ? "stop" : "stop-calm"} icon={Square} keys="Esc" onPress={stop}>
        {t.stop}
      </Button>
      <div className="stop-report" role="status">
        {outcome === undefined ? null : (
          <div className={`stop-answer stop-${outcome.is}`}>
            <StopOutcome outcome={outcome} failsafeMs={failsafeMs} />
            <Button kind="quiet" size="small" icon={X} iconOnly onPress={() => setOutcome(undefined)}>
              {t.dismiss}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

const StopOutcome = ({
  failsafeMs,
  outcome
}: {
  readonly outcome: Outcome
  readonly failsafeMs: number | undefined
}) => {
  const t = useWords(stopWords)
  const failsafe = failsafeMs === undefined ? t.failsafeAny : t.failsafe(failsafeMs)
  switch (outcome.is) {
    case "sending":
      return <p>{t.sending}</p>
    case "not-sent":
      return (
        <p>
          <strong>{t[outcome.why]}</strong> {failsafe}
        </p>
      )
    case "no-answer":
      return (
        <p>
          <strong>{t.noAnswer}</strong> {failsafe}
        </p>
      )
    case "refused":
      return <Problem error={outcome.error} />
    case "stopped": {
      const { cancelled, failsafes, warnings } = outcome.answer
      const isEmpty = cancelled.length + failsafes.length + warnings.length === 0
      return (
        <div>
          <p>
            <strong>{isEmpty ? t.nothing : t.stopped}</strong>
          </p>
          <ul>
            {cancelled.map((job) => (
              <li key={job.id}>
                <Foreign>{job.slug}</Foreign>: {t.cancelled}
              </li>
            ))}
            {failsafes.map((slug) => (
              <li key={slug}>
                <Foreign>{slug}</Foreign>: {t.silenced}
              </li>
            ))}
            {warnings.map((warning) => (
              <li key={warning}>
                <Foreign>{warning}</Foreign>
              </li>
            ))}
          </ul>
        </div>
      )
    }
  }
}
