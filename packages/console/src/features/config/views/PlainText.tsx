import { memo, useMemo } from "react"
import { visible } from "../../../kit/visible.ts"
import { piecesOf } from "../text/pieces.ts"

/** As many lines as are laid out together: those out of sight are not. */
const linesInBlock = 100

const Block = memo(({ from, lines }: { readonly from: number; readonly lines: ReadonlyArray<string> }) => (
  <div className="config-plain-block">
    {lines.map((line, index) => (
      <div key={from + index} className="config-plain-line">
        <span className="config-plain-number" aria-hidden>
          {from + index + 1}
        </span>
        <code>
          {piecesOf(line).map(({ kind, text }, at) =>
            kind === "plain" ? (
              visible(text)
            ) : (
              <span key={at} className={`config-code-${kind}`}>
                {visible(text)}
              </span>
            )
          )}
        </code>
      </div>
    ))}
  </div>
))

/** A text to read, with the numbers of its lines: it needs no editor. */
export const PlainText = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const blocks = useMemo(() => {
    const lines = text.replace(/\n$/, "").split("\n")
    return Array.from({ length: Math.ceil(lines.length / linesInBlock) }, (_, block) => ({
      from: block * linesInBlock,
      lines: lines.slice(block * linesInBlock, (block + 1) * linesInBlock)
    }))
  }, [text])
  return (
    <div className="config-plain" role="textbox" aria-multiline aria-readonly aria-label={label} tabIndex={0}>
      {blocks.map((block) => (
        <Block key={block.from} {...block} />
      ))}
    </div>
  )
}
