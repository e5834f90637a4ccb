import "./Tree.css"
import { useState } from "react"
import { formatCount } from "../format/numbers.ts"
import { useWords } from "../i18n/words.ts"
import { visible } from "./visible.ts"
import { kitWords } from "./kitWords.ts"

/** As many children as are shown before a press shows the rest. */
const shownAtFirst = 50

/** Longer texts are cut until somebody wants the whole. */
const longest = 1000

const TextLeaf = ({ text }: { readonly text: string }) => {
  const t = useWords(kitWords)
  const [all, setAll] = useState(false)
  if (all || text.length <= longest) return <bdi className="tree-string">{`"${visible(text)}"`}</bdi>
  return (
    <>
      <bdi className="tree-string">{`"${visible(text.slice(0, longest))}…`}</bdi>{" "}
      <button type="button" className="tree-more" onClick={() => setAll(true)}>
        {t.characters(formatCount(text.length))}
      </button>
    </>
  )
}

const Leaf = ({ value }: { readonly value: unknown }) => {
  if (typeof value === "string") return <TextLeaf text={value} />
  if (typeof value === "number" || typeof value === "bigint")
    return <span className="tree-number">{String(value)}</span>
  return <bdi className="tree-word">{String(value)}</bdi>
}

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null

const Node = ({ depth, name, openTo, value }: { name: string; value: unknown; depth: number; openTo: number }) => {
  const t = useWords(kitWords)
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState(depth < openTo)
  if (!isBranch(value))
    return (
      <li className="tree-leaf">
        <b>
          <bdi>{visible(name)}</bdi>
        </b>{" "}
        <Leaf value={value} />
      </li>
    )
  const entries = Object.entries(value)
  const shown = open ? (all ? entries : entries.slice(0, shownAtFirst)) : []
  return (
    <li>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <b>
            <bdi>{visible(name)}</bdi>
          </b>{" "}
          <i>{Array.isArray(value) ? t.items(entries.length) : t.keys(entries.length)}</i>
        </summary>
        {open ? (
          <ul>
            {shown.map(([key, child]) => (
              <Node key={key} name={key} value={child} depth={depth + 1} openTo={openTo} />
            ))}
            {shown.length < entries.length ? (
              <li>
                <button type="button" className="tree-more" onClick={() => setAll(true)}>
                  {t.more(entries.length - shown.length)}
                </button>
              </li>
            ) : null}
          </ul>
        ) : null}
      </details>
    </li>
  )
}

/** Free JSON as a tree: what a robot sent, a result, the details of an audit entry. Large branches are closed. */
export const Tree = ({
  name,
  openTo = 2,
  value
}: {
  readonly value: unknown
  readonly name: string
  readonly openTo?: number
}) =>
  isBranch(value) ? (
    <ul className="tree" aria-label={name}>
      {Object.entries(value)
        .slice(0, 500)
        .map(([key, child]) => (
          <Node key={key} name={key} value={child} depth={1} openTo={openTo} />
        ))}
    </ul>
  ) : (
    <p className="tree">
      <Leaf value={value} />
    </p>
  )
