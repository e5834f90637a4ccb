import "./CameraPanel.css"
import type { CameraDescriptor } from "@fleet/sdk"
import type { LiveState } from "@fleet/sdk/video"
import { useRef, useState } from "react"
import { useCommands } from "../../../commands/commands.ts"
import { formatLatency } from "../../../format/numbers.ts"
import { serviceNow } from "../../../format/ticking.ts"
import { formatAge } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { visible } from "../../../kit/visible.ts"
import { Glyph, type GlyphShape } from "../../../kit/Glyph.tsx"
import { Icon } from "../../../kit/Icon.tsx"
import { Maximize, Pause, Play } from "../../../kit/icons.ts"
import { Problem } from "../../../kit/Problem.tsx"
import { useText } from "../../../live/useFollower.ts"
import { writeText } from "../../../live/writeText.ts"
import { limits } from "../drive/machine.ts"
import { cameraWords } from "./cameraWords.ts"
import { LiveCanvas } from "./LiveCanvas.tsx"
import type { PictureClock } from "./PictureClock.ts"
import { useStill } from "./useStill.ts"

const glyphs: Readonly<Record<LiveState | "paused", GlyphShape>> = {
  playing: "circle",
  connecting: "arc",
  frozen: "clock",
  reconnecting: "arc",
  stills: "clock",
  ended: "square",
  paused: "ring"
}

/** The camera of a robot: its newest still, or live video. The age of what is seen stands on it. */
export const CameraPanel = ({
  cameras,
  clock,
  isLow,
  isOnline,
  robotId
}: {
  readonly robotId: string
  readonly cameras: ReadonlyArray<CameraDescriptor>
  readonly isOnline: boolean
  readonly isLow: boolean
  readonly clock: PictureClock
}) => {
  const t = useWords(cameraWords)
  const [slug, setSlug] = useState(cameras[0]!.slug)
  const camera = cameras.find((each) => each.slug === slug) ?? cameras[0]!
  const [wantsLive, setWantsLive] = useState(true)
  const [state, setState] = useState<LiveState>("connecting")
  const [error, setError] = useState<unknown>(null)
  const isPlaying = wantsLive && isOnline && !isLow && error === null
  const still = useStill(robotId, camera.slug, !isPlaying || state === "connecting")
  const box = useRef<HTMLElement>(null)
  const is = isPlaying ? state : "paused"
  const play = () => {
    setError(null)
    setState("connecting")
    setWantsLive(error !== null || !wantsLive)
  }
  useCommands([
    {
      id: "camera-play",
      text: isPlaying ? t.pause : t.play,
      keys: "c",
      group: "robot",
      blocked: isOnline ? undefined : t.offline,
      run: play
    }
  ])
  const name = t.camera(visible(camera.slug))
  return (
    <section ref={box} className="camera" aria-label={name}>
      {still.address === undefined ? null : <img className="camera-picture" src={still.address} alt={name} />}
      {isPlaying ? (
        <LiveCanvas
          key={camera.slug}
          robotId={robotId}
          slug={camera.slug}
          name={name}
          clock={clock}
          onState={setState}
          onEnd={(reason) => {
            // The page was hidden for a while: that is no fault.
            if (reason === "hidden" || reason === "stopped") setWantsLive(false)
            else setError(reason instanceof Error ? reason : new Error(String(reason)))
          }}
        />
      ) : null}
      {still.isNone && !isPlaying && error === null ? (
        <p className="camera-none">
          <strong>{t.noStill}</strong> {t.noStillHint}
        </p>
      ) : null}
      <Veil clock={clock} isPlaying={isPlaying} />
      <div className="camera-bar camera-top">
        <span className={`camera-chip camera-${is}`}>
          <Glyph shape={glyphs[is]} />
          {is === "playing" ? t.live : t[is]}
        </span>
        <Age clock={clock} stillMs={isPlaying && state !== "connecting" ? undefined : still.atMs} />
        <span className="camera-chip camera-wide">{t.size(camera.width, camera.height)}</span>
        <button
          type="button"
          className="camera-chip camera-button"
          aria-label={t.fill}
          title={t.fill}
          onClick={() =>
            void (document.fullscreenElement === null ? box.current?.requestFullscreen() : document.exitFullscreen())
          }
        >
          <Icon of={Maximize} size={14} />
        </button>
      </div>
      <div className="camera-bar camera-bottom">
        {cameras.length > 1 ? (
          <select
            className="camera-chip"
            aria-label={t.choose}
            value={camera.slug}
            onChange={(event) => {
              setSlug(event.target.value)
              setError(null)
              setState("connecting")
            }}
          >
            {cameras.map((each) => (
              <option key={each.slug} value={each.slug}>
                {each.slug}
              </option>
            ))}
          </select>
        ) : (
          <span className="camera-chip">
            <bdi>{visible(camera.slug)}</bdi>
          </span>
        )}
        {isOnline && isLow ? <span className="camera-chip">{t.lowBandwidth}</span> : null}
        {isOnline ? null : <span className="camera-chip">{t.offline}</span>}
        {isOnline && !isLow ? (
          <button type="button" className="camera-chip camera-button" onClick={play}>
            <Icon of={isPlaying ? Pause : Play} size={14} />
            {isPlaying ? t.pause : t.play}
          </button>
        ) : null}
      </div>
      {error === null ? null : (
        <div className="camera-problem">
          <Problem error={error} onRetry={play} />
        </div>
      )}
    </section>
  )
}

/** How old what is seen is; amber from 400 ms on while it is live. */
const Age = ({ clock, stillMs }: { readonly clock: PictureClock; readonly stillMs: number | undefined }) => {
  const t = useWords(cameraWords)
  const ref = useRef<HTMLSpanElement>(null)
  useText(() => {
    const element = ref.current
    if (element === null) return
    const { picture } = clock
    const isLive = stillMs === undefined
    const age = typeof picture === "object" && Number.isFinite(picture.ageMs) ? picture.ageMs : undefined
    const next = !isLive
      ? t.old(formatAge(serviceNow() - stillMs))
      : picture === "unknown"
        ? t.clockUnknown
        : age === undefined
          ? ""
          : t.old(formatLatency(age))
    writeText(element, next)
    element.toggleAttribute("data-late", isLive && age !== undefined && age > limits.freshPicture)
    element.hidden = next === ""
  })
  return <span ref={ref} className="camera-chip camera-age" />
}

/** Over a live picture that is older than a second: what it shows is not where the robot is. */
const Veil = ({ clock, isPlaying }: { readonly clock: PictureClock; readonly isPlaying: boolean }) => {
  const t = useWords(cameraWords)
  const ref = useRef<HTMLDivElement>(null)
  useText(() => {
    const element = ref.current
    if (element === null) return
    const { picture } = clock
    const isOld =
      isPlaying && typeof picture === "object" && Number.isFinite(picture.ageMs) && picture.ageMs > limits.oldPicture
    element.hidden = !isOld
    if (isOld) writeText(element, t.veil(formatAge(picture.ageMs)))
  })
  return <div ref={ref} className="camera-veil" hidden />
}
