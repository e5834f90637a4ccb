import "./Steps.css"
import { useWords } from "../../i18n/words.ts"
import { Foreign } from "../../kit/Foreign.tsx"
import { Glyph } from "../../kit/Glyph.tsx"
import { words } from "./words.ts"

export type Step = "name" | "bridge" | "expose" | "live"
const order = ["name", "bridge", "expose", "live"] as const

/** How far connecting a robot has come. */
export const Steps = ({ at, detail }: { readonly at: Step; readonly detail?: string }) => {
  const t = useWords(words)
  const texts = { name: t.stepName, bridge: t.stepBridge, expose: t.stepExpose, live: t.stepLive }
  const now = order.indexOf(at)
  return (
    <nav aria-label={t.steps} className="steps">
      <ol>
        {order.map((step, index) => (
          <li
            key={step}
            aria-current={index === now ? "step" : undefined}
            className={index < now ? "steps-done" : undefined}
          >
            <span className="steps-mark">{index < now ? <Glyph shape="check" /> : index + 1}</span>
            <span>
              {texts[step]}
              {index === now && detail !== undefined ? (
                <span className="steps-detail">
                  <Foreign>{detail}</Foreign>
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
