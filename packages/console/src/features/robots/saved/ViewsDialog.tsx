import "./ViewsDialog.css"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import {
  isSameSearch,
  type KeptViews,
  longestName,
  mostViews,
  type SavedView,
  savedViews,
  type ViewSearch,
  withoutView,
  withView
} from "../../../fleet/savedViews.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { CopyButton } from "../../../kit/CopyButton.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Note } from "../../../kit/Note.tsx"
import { TextField } from "../../../kit/TextField.tsx"
import { visible } from "../../../kit/visible.ts"
import { viewsWords } from "./viewsWords.ts"

const addressOf = (search: ViewSearch) =>
  `${location.origin}/robots?${new URLSearchParams(search as Record<string, string>).toString()}`

const textOf = (search: ViewSearch) => Object.values(search).join(" · ")

const Saved = ({
  onChange,
  onClose,
  view,
  views
}: {
  readonly view: SavedView
  readonly views: ReadonlyArray<SavedView>
  readonly onChange: (views: ReadonlyArray<SavedView>) => void
  readonly onClose: () => void
}) => {
  const t = useWords(viewsWords)
  const [typed, setTyped] = useState<string>()
  const rename = () => {
    const name = (typed ?? "").trim()
    const others = withoutView(views, view.name)
    if (name !== "" && name !== view.name) {
      // It keeps its place; another one of the new name makes room.
      const at = views.indexOf(view)
      const rest = withoutView(others, name)
      onChange([...rest.slice(0, at), { ...view, name: name.slice(0, longestName) }, ...rest.slice(at)])
    }
    setTyped(undefined)
  }
  if (typed !== undefined)
    return (
      <form
        className="views-rename"
        onSubmit={(event) => {
          event.preventDefault()
          rename()
        }}
      >
        <TextField
          label={t.renameTo(visible(view.name))}
          labelHidden
          value={typed}
          onChange={setTyped}
          maxLength={longestName}
        />
        <Button type="submit" size="small">
          {t.done}
        </Button>
      </form>
    )
  return (
    <>
      <div className="views-name">
        <Link to="/robots" search={view.search} onClick={onClose}>
          <strong>
            <Foreign>{view.name}</Foreign>
          </strong>
        </Link>
        <span className="text-3">
          <Foreign>{textOf(view.search)}</Foreign>
        </span>
      </div>
      <CopyButton text={addressOf(view.search)} />
      <Button size="small" kind="quiet" onPress={() => setTyped(view.name)}>
        {t.rename}
        <span className="visually-hidden">{` ${visible(view.name)}`}</span>
      </Button>
      <Button size="small" kind="quiet" onPress={() => onChange(withoutView(views, view.name))}>
        {t.remove}
        <span className="visually-hidden">{` ${visible(view.name)}`}</span>
      </Button>
    </>
  )
}

/** Keeps what the list shows now under a name, and puts the kept views in order. */
const ViewsDialog = ({
  kept: { trouble, views },
  onClose,
  orgId,
  search
}: {
  readonly orgId: string
  readonly kept: KeptViews
  /** What the list shows now. */
  readonly search: ViewSearch
  readonly onClose: () => void
}) => {
  const t = useWords(viewsWords)
  const shown = views.find((view) => isSameSearch(view.search, search))
  const [name, setName] = useState(shown?.name ?? "")
  const change = (next: ReadonlyArray<SavedView>) => savedViews.set(orgId, next)
  const isKnown = withView(views, { name, search }).length === views.length
  const isFull = views.length >= mostViews && !isKnown
  return (
    <Dialog open wide onClose={onClose} title={t.title}>
      <div className="views">
        <p className="text-2">{t.hint}</p>
        {trouble === undefined ? null : (
          <Note tone="warn" live>
            {t[trouble]}
          </Note>
        )}
        <form
          className="views-save"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== "" && !isFull) change(withView(views, { name, search }))
          }}
        >
          <TextField
            label={t.name}
            hint={
              <>
                {t.keeps}: <Foreign>{textOf(search) === "" ? t.everything : textOf(search)}</Foreign>
              </>
            }
            value={name}
            onChange={setName}
            maxLength={longestName}
          />
          <Button kind="primary" type="submit" blocked={name.trim() === "" ? t.name : isFull ? t.tooMany : undefined}>
            {isKnown && name.trim() !== "" && views.length > 0 ? t.replace : t.save}
          </Button>
        </form>
        {views.length === 0 ? (
          <p className="text-3">{t.none}</p>
        ) : (
          <ul className="views-list">
            {views.map((view) => (
              <li key={view.name}>
                <Saved view={view} views={views} onChange={change} onClose={onClose} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

export default ViewsDialog
