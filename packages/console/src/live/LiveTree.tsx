import "./LiveTree.css"
import { useCallback, useRef, useState } from "react"
import { useWords } from "../i18n/words.ts"
import { visible } from "../kit/visible.ts"
import { liveWords } from "./liveWords.ts"
import type { Slot } from "./Slot.ts"
import { useText } from "./useFollower.ts"
import { useDerived } from "./useSlot.ts"
import { writeText } from "./writeText.ts"

type Path = ReadonlyArray<string>

/** As many children of a branch are shown: a message may have a million. */
const shownChildren = 50
const longestLeaf = 200
/** How long a changed leaf is marked, in milliseconds. */
const markedMs = 600

const at = (value: unknown, path: Path): unknown => {
  let found = value
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined
    found = (found as Readonly<Record<string, unknown>>)[key]
  }
  return found
}

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null

/** The children of a branch: names and whether each is a branch. Another text means another layout. */
const layoutAt = (value: unknown, path: Path): string => {
  const branch = at(value, path)
  if (!isBranch(branch)) return "null"
  const isList = Array.isArray(branch)
  const count = isList ? branch.length : Object.keys(branch).length
  const names = isList
    ? Array.from({ length: Math.min(count, shownChildren) }, (_, index) => String(index))
    : Object.keys(branch).slice(0, shownChildren)
  const children = names.map((name) => {
    const child = (branch as Readonly<Record<string, unknown>>)[name]
    return [
      name,
      isBranch(child) ? (Array.isArray(child) ? `[${child.length}]` : `{${Object.keys(child).length}}`) : ""
    ]
  })
  return JSON.stringify({ children, count })
}

const leafText = (value: unknown): string => {
  if (typeof value !== "string") return value === undefined ? "–" : String(value)
  return visible(value.length > longestLeaf ? `"${value.slice(0, longestLeaf)}"…` : `"${value}"`)
}

const Leaf = ({ name, path, slot }: { readonly name: string; readonly path: Path; readonly slot: Slot }) => {
  const ref = useRef<HTMLElement>(null)
  const shown = useRef({ revision: -1, changedMs: Number.NaN })
  useText((nowMs) => {
    const element = ref.current
    if (element === null) return
    if (shown.current.revision !== slot.revision) {
      const isFirst = shown.current.revision === -1
      shown.current.revision = slot.revision
      const value = at(slot.value, path)
      const next = leafText(value)
      if (element.textContent !== next) {
        writeText(element, next)
        element.dataset.kind = typeof value
        if (!isFirst) {
          shown.current.changedMs = nowMs
          element.toggleAttribute("data-changed", true)
        }
      }
    }
    if (nowMs - shown.current.changedMs > markedMs) {
      shown.current.changedMs = Number.NaN
      element.toggleAttribute("data-changed", false)
    }
  })
  return (
    <li className="live-tree-leaf">
      <b>
        <bdi>{visible(name)}</bdi>
      </b>{" "}
      <bdi ref={ref} className="live-tree-value" />
    </li>
  )
}

const Branch = ({ openTo, path, slot }: { readonly path: Path; readonly slot: Slot; readonly openTo: number }) => {
  const t = useWords(liveWords)
  const key = path.join("\u0000")
  const layout = useDerived(
    slot,
    useCallback((value: unknown) => layoutAt(value, key === "" ? [] : key.split("\u0000")), [key])
  )
  const parsed = JSON.parse(layout) as { children: ReadonlyArray<readonly [string, string]>; count: number } | null
  if (parsed === null) return null
  const rest = parsed.count - parsed.children.length
  return (
    <ul>
      {parsed.children.map(([name, size]) =>
        size === "" ? (
          <Leaf key={name} name={name} path={[...path, name]} slot={slot} />
        ) : (
          <OpenBranch key={name} name={name} size={size} path={[...path, name]} slot={slot} openTo={openTo} />
        )
      )}
      {rest > 0 ? <li className="live-tree-more">{t.more(rest)}</li> : null}
    </ul>
  )
}

const OpenBranch = ({
  name,
  openTo,
  path,
  size,
  slot
}: {
  readonly name: string
  readonly size: string
  readonly path: Path
  readonly slot: Slot
  readonly openTo: number
}) => {
  const t = useWords(liveWords)
  const count = Number(size.slice(1, -1))
  const [isOpen, setOpen] = useState(path.length <= openTo && count <= 12)
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <b>
            <bdi>{visible(name)}</bdi>
          </b>{" "}
          <i>{size.startsWith("[") ? t.items(count) : t.keys(count)}</i>
        </summary>
        {isOpen ? <Branch path={path} slot={slot} openTo={openTo} /> : null}
      </details>
    </li>
  )
}

/** A whole message. Its branches are laid out by React when they change; its leaves are written by the page's loop. */
export const LiveTree = ({
  name,
  openTo = 2,
  slot
}: {
  readonly slot: Slot
  readonly name: string
  readonly openTo?: number
}) => (
  <div className="live-tree" role="group" aria-label={name}>
    <Branch path={[]} slot={slot} openTo={openTo} />
  </div>
)
