import { useWords } from "../../../i18n/words.ts"
import { Foreign } from "../../../kit/Foreign.tsx"
import { State } from "../../../kit/State.tsx"
import type { Slot } from "../../../live/Slot.ts"
import { useDerived } from "../../../live/useSlot.ts"
import { liveWords } from "../words.ts"
import { type Diagnostic, diagnosticsOf } from "./pick.ts"

const layoutOf = (value: unknown) => JSON.stringify(diagnosticsOf(value))

const looks = [
  { tone: "ok", shape: "check" },
  { tone: "warn", shape: "triangle" },
  { tone: "bad", shape: "cross" },
  { tone: "unsure", shape: "clock" }
] as const

/** What a robot reports of its parts. Rendered when a report changes. */
export const Diagnostics = ({ name, slot }: { readonly slot: Slot; readonly name: string }) => {
  const t = useWords(liveWords)
  const list = JSON.parse(useDerived(slot, layoutOf)) as ReadonlyArray<Diagnostic>
  return (
    <ul className="live-card-diagnostics" aria-label={name}>
      {list.map((each) => (
        <li key={each.name}>
          <State {...looks[Math.min(3, Math.max(0, each.level))]!}>{t.levels(each.level)}</State>
          <span>
            <Foreign>{each.name}</Foreign>
            <small>
              <Foreign>{each.message}</Foreign>
            </small>
          </span>
        </li>
      ))}
    </ul>
  )
}
