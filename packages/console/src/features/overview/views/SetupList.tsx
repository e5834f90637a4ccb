import "./SetupList.css"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button, buttonClass } from "../../../kit/Button.tsx"
import { Glyph } from "../../../kit/Glyph.tsx"
import { X } from "../../../kit/icons.ts"
import { Meter } from "../../../kit/Meter.tsx"
import { type SetupStep, setupSteps } from "../setup.ts"
import { setupWords } from "../setupWords.ts"
import { SetupHow } from "./SetupHow.tsx"

/** Where a step is done. What the console has no screen for yet is done by the API. */
const Way = ({
  isNext,
  robotId,
  step
}: {
  readonly step: SetupStep
  readonly isNext: boolean
  readonly robotId: string | undefined
}) => {
  const t = useWords(setupWords)
  const className = buttonClass({ size: "small", kind: isNext ? "primary" : "plain" })
  if (step === "robot" && robotId === undefined)
    return (
      <Link to="/robots/new" className={buttonClass({ size: "small" })}>
        {t.robot}
      </Link>
    )
  if ((step === "robot" || step === "publish") && robotId !== undefined)
    return (
      <Link
        to="/robots/$robotId/setup/$step"
        params={{ robotId, step: step === "robot" ? "bridge" : "expose" }}
        className={className}
      >
        {t[step]}
      </Link>
    )
  if (step === "publish") return null
  if (step !== "passkey") return <SetupHow step={step} />
  return (
    <a href="/docs" target="_blank" rel="noreferrer" className={buttonClass({ size: "small", kind: "quiet" })}>
      {t.api}
      <span className="visually-hidden">{`: ${t[step]}`}</span>
    </a>
  )
}

/** What a new organisation does first. Each step ticks itself. */
export const SetupList = ({
  done,
  onAway,
  robotId,
  title
}: {
  readonly done: Readonly<Record<SetupStep, boolean | undefined>>
  /** A robot that the steps go on with. */
  readonly robotId: string | undefined
  readonly onAway: () => void
  readonly title?: ReactNode
}) => {
  const t = useWords(setupWords)
  const count = setupSteps.filter((step) => done[step] === true).length
  const next = setupSteps.find((step) => done[step] === false)
  return (
    <section className="setup" aria-label={t.title}>
      <header>
        <h2>{title ?? t.title}</h2>
        <span className="text-2 tabular">{t.progress(count, setupSteps.length)}</span>
        <Button kind="quiet" size="small" icon={X} iconOnly onPress={onAway}>
          {t.away}
        </Button>
      </header>
      <Meter name={t.title} value={count} max={setupSteps.length} text={t.progress(count, setupSteps.length)} />
      <ol>
        {setupSteps.map((step) => (
          <li key={step} data-done={done[step] === true || undefined}>
            <span className={`setup-mark setup-mark-${done[step] === true ? "done" : "open"}`}>
              <Glyph shape={done[step] === true ? "check" : done[step] === undefined ? "dashed" : "ring"} />
            </span>
            <div>
              <p>
                <strong>{t[step]}</strong>
                {done[step] === true ? <span className="visually-hidden">{` (${t.done})`}</span> : null}
              </p>
              {done[step] === true ? null : (
                <p className="text-2">{done[step] === undefined ? t.unread : t[`${step}Hint`]}</p>
              )}
            </div>
            {done[step] === true ? null : <Way step={step} isNext={step === next} robotId={robotId} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
