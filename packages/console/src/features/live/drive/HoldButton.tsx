import { useEffect, useMemo, useRef, useSyncExternalStore } from "react"
import { formatAge } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Problem } from "../../../kit/Problem.tsx"
import { useText } from "../../../live/useFollower.ts"
import { writeText } from "../../../live/writeText.ts"
import { fleet } from "../../../session/client.ts"
import { DriveController } from "./DriveController.ts"
import { driveWords } from "./driveWords.ts"
import { causeWords } from "./causes.ts"
import type { Axes } from "./machine.ts"

/** A publisher without a failsafe is as little trusted to be in time as one with this, in milliseconds. */
const patientMs = 400
/** Its form says what is sent: there is no direction to go. */
const whole: Axes = { forward: 1, turn: 0 }

type Values = Readonly<Record<string, unknown>>

/** Sends the message of a form again and again while it is held, by finger, mouse or key. Letting go sends nothing more. */
export const HoldButton = ({
  blocked,
  failsafeMs,
  isOnline,
  read,
  robotId,
  slug
}: {
  readonly robotId: string
  readonly slug: string
  readonly failsafeMs: number | undefined
  readonly isOnline: boolean
  readonly blocked: string | undefined
  /** The values of the form; undefined where they are not valid. */
  readonly read: () => Values | undefined
}) => {
  const t = useWords(driveWords)
  const controller = useMemo(() => {
    // Zeros are a message like any other here, so silence is all that stops.
    const publisher = { slug, hasZero: false, failsafeMs: Math.min(failsafeMs ?? patientMs, patientMs) }
    return new DriveController(fleet, robotId, publisher)
  }, [robotId, slug, failsafeMs])
  const view = useSyncExternalStore(
    (listener) => controller.onView(listener),
    () => controller.view
  )
  const sentence = useRef<HTMLParagraphElement>(null)
  useEffect(() => controller.start(), [controller])
  useEffect(() => controller.setOnline(isOnline), [controller, isOnline])
  const isHeld = view.phase === "held"
  const hold = () => {
    if (blocked !== undefined || isHeld) return
    const values = read()
    if (values === undefined) return
    controller.message = () => values
    controller.press(whole, true)
  }
  const drop = () => controller.release(null)
  useText(() => {
    if (sentence.current === null) return
    const { drive } = controller
    const { cause, lock, phase } = controller.view
    const why =
      lock === "busy"
        ? t.lockBusy(formatAge(Math.max(0, drive.busyUntilMs - performance.now())))
        : phase === "held" || cause === null || lock !== null
          ? ""
          : `${t[causeWords[cause]]} ${t.pressToSend}`
    writeText(sentence.current, phase === "held" ? t.sending : why)
    sentence.current.hidden = phase !== "held" && why === ""
  })
  return (
    <>
      <button
        type="button"
        className={`button button-plain button-normal hold-button${isHeld ? " hold-button-held" : ""}`}
        aria-pressed={isHeld}
        aria-disabled={blocked !== undefined || undefined}
        title={blocked ?? t.holdHint}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          event.currentTarget.focus({ preventScroll: true })
          hold()
        }}
        onPointerUp={drop}
        onPointerCancel={drop}
        onLostPointerCapture={drop}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== " " && event.key !== "Enter") return
          event.preventDefault()
          if (!event.repeat && !event.ctrlKey && !event.metaKey) hold()
        }}
        onKeyUp={(event) => {
          if (event.key === " " || event.key === "Enter") drop()
        }}
        onBlur={() => controller.release("blurred")}
      >
        <span>{t.holdToSend(slug)}</span>
        {blocked === undefined ? null : <span className="visually-hidden">{`: ${blocked}`}</span>}
      </button>
      <p ref={sentence} className="hold-sentence" hidden />
      {view.error === null ? null : <Problem error={view.error} />}
    </>
  )
}
