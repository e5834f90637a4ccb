import "./DriveCard.css"
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { formatLatency, formatNumber } from "../../../format/numbers.ts"
import { formatAge } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Card } from "../../../kit/Card.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Glyph } from "../../../kit/Glyph.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { Slider } from "../../../kit/Slider.tsx"
import { State } from "../../../kit/State.tsx"
import { Switch } from "../../../kit/Switch.tsx"
import { useText } from "../../../live/useFollower.ts"
import { writeText } from "../../../live/writeText.ts"
import { fleet } from "../../../session/client.ts"
import { DriveController, type DriveView } from "./DriveController.ts"
import { DrivePad } from "./DrivePad.tsx"
import { driveWords } from "./driveWords.ts"
import { causeWords } from "./causes.ts"
import { useGamepad } from "./useGamepad.ts"
import { limits, mostUnanswered, type Picture } from "./machine.ts"
import { type DrivePublisher, hasZero, parametersFor, type Speeds } from "./publisherDrive.ts"

/** Speeds and the permission to drive without a picture last as long as the page. */
const keptSpeeds = new Map<string, Speeds>()
const keptBlind = new Set<string>()

/** Drives a robot by hand: a pad, its speeds, and what may be relied on. */
export const DriveCard = ({
  hasCamera,
  isOnline,
  picture,
  publisher,
  robotId,
  version
}: {
  readonly robotId: string
  readonly publisher: DrivePublisher
  /** The configuration that the publisher is of. */
  readonly version: number | null
  readonly isOnline: boolean
  readonly hasCamera: boolean
  /** What is known of the picture now. */
  readonly picture: () => Picture
}) => {
  const t = useWords(driveWords)
  const key = `${robotId} ${publisher.slug}`
  const shape = JSON.stringify(publisher)
  const controller = useMemo(
    () => {
      const { failsafeMs, slug } = publisher
      return new DriveController(fleet, robotId, { slug, failsafeMs, hasZero: hasZero(publisher) })
    },
    // Another publisher is known by its shape: the datasheet is read again and again.
    [robotId, shape]
  )
  const [speeds, setSpeeds] = useState<Speeds>(() => keptSpeeds.get(key) ?? { forward: 0.5, turn: 0.5 })
  const [allowsBlind, setAllowsBlind] = useState(() => keptBlind.has(key))
  useEffect(() => controller.start(), [controller])
  useEffect(() => controller.setOnline(isOnline), [controller, isOnline])
  const lastVersion = useRef(version)
  useEffect(() => {
    if (lastVersion.current !== version) controller.reconfigured()
    lastVersion.current = version
  }, [controller, version])
  useEffect(() => {
    controller.message = (axes) => parametersFor(publisher, axes, speeds)
    keptSpeeds.set(key, speeds)
  }, [controller, key, publisher, speeds])
  useEffect(() => {
    controller.picture = picture
  }, [controller, picture])
  const view = useSyncExternalStore(
    (listener) => controller.onView(listener),
    () => controller.view
  )
  const hasGamepad = useGamepad(controller, allowsBlind, publisher.turn !== null)
  const most = (share: number, max: number) => formatNumber(share * max, 2)
  return (
    <Card
      title={t.drive}
      kind={<Foreign>{t.publisher(publisher.slug)}</Foreign>}
      aside={<DriveState view={view} />}
      footer={<Pulse controller={controller} picture={picture} />}
    >
      <div className="drive-body">
        <DrivePad controller={controller} hasTurn={publisher.turn !== null} allowsBlind={allowsBlind} />
        <div className="drive-speeds">
          <div className="drive-speed">
            <span>{t.speed}</span>
            <span>
              {most(speeds.forward, publisher.forward.max)} <i>{t.of(most(1, publisher.forward.max))}</i>
            </span>
            <Slider
              name={t.speed}
              min={0.05}
              max={1}
              step={0.05}
              value={speeds.forward}
              text={most(speeds.forward, publisher.forward.max)}
              onChange={(forward) => setSpeeds({ ...speeds, forward })}
            />
          </div>
          {publisher.turn === null ? null : (
            <div className="drive-speed">
              <span>{t.turn}</span>
              <span>
                {most(speeds.turn, publisher.turn.max)} <i>{t.of(most(1, publisher.turn.max))}</i>
              </span>
              <Slider
                name={t.turn}
                min={0.05}
                max={1}
                step={0.05}
                value={speeds.turn}
                text={most(speeds.turn, publisher.turn.max)}
                onChange={(turn) => setSpeeds({ ...speeds, turn })}
              />
            </div>
          )}
        </div>
      </div>
      <DriveSentence view={view} controller={controller} hasCamera={hasCamera} />
      {hasGamepad ? <p className="drive-gamepad">{t.gamepad}</p> : null}
      {view.error === null ? null : <Problem error={view.error} />}
      <Switch
        label={t.withoutPicture}
        detail={allowsBlind || !hasCamera ? t.withoutPictureHint : undefined}
        checked={allowsBlind}
        onChange={(checked) => {
          setAllowsBlind(checked)
          if (checked) keptBlind.add(key)
          else keptBlind.delete(key)
        }}
      />
    </Card>
  )
}

const DriveState = ({ view: { isBlind, phase } }: { readonly view: DriveView }) => {
  const t = useWords(driveWords)
  if (phase === "held")
    return (
      <State tone={isBlind ? "warn" : "ok"} shape={isBlind ? "triangle" : "circle"}>
        {isBlind ? t.blind : t.held}
      </State>
    )
  if (phase === "stopping")
    return (
      <State tone="run" shape="arc">
        {t.stopping}
      </State>
    )
  if (phase === "ready")
    return (
      <State tone="idle" shape="ring">
        {t.ready}
      </State>
    )
  return (
    <State tone={phase === "locked" ? "warn" : "idle"} shape={phase === "locked" ? "square" : "dashed"}>
      {phase === "locked" ? t.locked : t.noPicture}
    </State>
  )
}

/** Why the pad does not drive, or what it needs. Its numbers are written by the page's loop; a change is said once. */
const DriveSentence = ({
  controller,
  hasCamera,
  view: { cause, lock, phase }
}: {
  readonly view: DriveView
  readonly controller: DriveController
  readonly hasCamera: boolean
}) => {
  const t = useWords(driveWords)
  const ref = useRef<HTMLParagraphElement>(null)
  const locked = {
    clock: t.lockClock,
    link: t.lockLink,
    offline: t.lockOffline,
    configuration: t.lockConfiguration
  }
  const sentence = () => {
    const { drive, publisher } = controller
    if (lock === "picture")
      return typeof drive.picture !== "object" || !Number.isFinite(drive.picture.ageMs)
        ? t.lockPictureStill
        : drive.picture.ageMs <= limits.oldPicture
          ? t.lockPictureSoon
          : t.lockPicture(formatAge(drive.picture.ageMs))
    if (lock === "busy") return t.lockBusy(formatAge(Math.max(0, drive.busyUntilMs - performance.now())))
    if (lock !== null) return locked[lock]
    if (phase === "no_picture") return hasCamera ? t.noPictureHint : t.noCameraHint
    if (phase !== "held" && cause !== null) return `${t[causeWords[cause]]} ${t.pressAgain}`
    return t.explain(publisher.failsafeMs)
  }
  useText(() => {
    if (ref.current !== null) writeText(ref.current, sentence())
  })
  const isLoud = lock !== null || (phase === "ready" && cause !== null)
  const said = lock === "picture" || lock === "busy" ? t.locked : isLoud ? sentence() : ""
  return (
    <>
      <p ref={ref} className={isLoud ? "drive-sentence drive-loud" : "drive-sentence"} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

/** What the driver relies on, each with a check or a triangle: written by the page's loop. */
const Pulse = ({ controller, picture }: { readonly controller: DriveController; readonly picture: () => Picture }) => {
  const t = useWords(driveWords)
  const items = [useRef<HTMLLIElement>(null), useRef<HTMLLIElement>(null), useRef<HTMLLIElement>(null)]
  useText(() => {
    const { drive } = controller
    const now = performance.now()
    const seen = picture()
    const age = typeof seen === "object" ? seen.ageMs : Number.NaN
    const roundTripMs = Number.isNaN(drive.roundTripMs)
      ? (fleet.realtime.status.roundTripMs ?? Number.NaN)
      : drive.roundTripMs
    const texts = [
      Number.isFinite(age) ? t.picture(formatLatency(Math.max(0, age))) : t.pictureNone,
      !drive.isConnected ? t.linkNone : Number.isNaN(roundTripMs) ? t.linkUnknown : t.link(formatLatency(roundTripMs)),
      drive.unanswered.length >= mostUnanswered
        ? t.answerLate
        : Number.isNaN(drive.answeredMs)
          ? t.answeredNone
          : t.answered(formatLatency(now - drive.answeredMs))
    ]
    const good = [
      age <= limits.freshPicture,
      drive.isConnected && !(drive.roundTripMs > limits.answer),
      drive.unanswered.length < mostUnanswered
    ]
    for (const [index, item] of items.entries()) {
      const text = item.current?.lastElementChild
      if (text == null) continue
      writeText(text, texts[index]!)
      item.current!.toggleAttribute("data-bad", !good[index])
    }
  })
  return (
    <ul className="drive-pulse">
      {items.map((item, index) => (
        <li key={index} ref={item}>
          <span className="drive-good">
            <Glyph shape="check" />
          </span>
          <span className="drive-bad">
            <Glyph shape="triangle" />
          </span>
          <span />
        </li>
      ))}
    </ul>
  )
}
