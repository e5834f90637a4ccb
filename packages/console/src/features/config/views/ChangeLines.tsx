import { visible } from "../../../kit/visible.ts"
import type { ChangeLine } from "../text/change.ts"

const signs = { same: " ", added: "+", removed: "−" } as const

/** What a press would change in the text, line by line. */
export const ChangeLines = ({ lines, name }: { readonly lines: ReadonlyArray<ChangeLine>; readonly name: string }) => (
  <div className="config-change" role="figure" aria-label={name} tabIndex={0}>
    {lines.map(({ kind, number, text }) => (
      <div key={`${kind} ${number}`} className={`config-change-line config-change-${kind}`}>
        <span className="config-change-number">{number}</span>
        <span className="config-change-sign">{signs[kind]}</span>
        <code>{visible(text)}</code>
      </div>
    ))}
  </div>
)
