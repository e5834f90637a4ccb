import "./Columns.css"
import { useId, useState } from "react"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Skeleton } from "../../../kit/Skeleton.tsx"
import { TextField } from "../../../kit/TextField.tsx"
import { usePublished } from "../../../live/useUnit.ts"
import { columnsOf, mostColumns, mostRead, type OfferedSlug, offeredSlugs, toggled } from "../columns.ts"
import { columnWords } from "../columnWords.ts"

/** As many slugs are listed at once; the filter finds the others. */
const mostListed = 60

/** Which slugs have a column of live values: chosen from what the robots publish, or typed. */
const Columns = ({
  columns,
  fleet,
  onChange,
  onClose
}: {
  readonly columns: ReadonlyArray<string>
  readonly fleet: ReadonlyArray<FleetRobot>
  readonly onChange: (columns: ReadonlyArray<string>) => void
  readonly onClose: () => void
}) => {
  const t = useWords(columnWords)
  const [typed, setTyped] = useState(columns.join(", "))
  const [find, setFind] = useState("")
  const [attempt, setAttempt] = useState(0)
  // The same robots for as long as the window is open.
  const [{ asked, publishing }] = useState(() => {
    const publishing = fleet.filter(({ robot }) => robot.config.published_version !== null)
    const asked = publishing
      .slice(0, mostRead)
      .map(({ robot }) => ({ id: robot.id, version: robot.config.published_version }))
    return { asked, publishing: publishing.length }
  })
  const published = usePublished(asked, attempt)
  const read = published.flatMap((each) => (each === undefined || each === "failed" ? [] : [each]))
  const failed = published.filter((each) => each === "failed").length
  const isReading = read.length + failed < asked.length
  const chosen = columnsOf(typed)
  const apply = () => {
    onChange(chosen)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.columns}
      acts={
        <Button kind="primary" onPress={apply}>
          {t.apply}
        </Button>
      }
    >
      <form
        className="columns-pick"
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <TextField
          label={t.columnLive}
          hint={t.columnHint}
          value={typed}
          onChange={setTyped}
          placeholder="battery, temperature"
          mono
        />
        <Offered
          offered={offeredSlugs(read)}
          read={read.length}
          chosen={chosen}
          find={find}
          onFind={setFind}
          onToggle={(slug) => setTyped(toggled(chosen, slug).join(", "))}
        />
        {isReading && read.length === 0 ? <Skeleton lines={4} /> : null}
        <p className="columns-note" role="status">
          {asked.length === 0
            ? t.noneHasAny
            : isReading
              ? t.reading(read.length, asked.length)
              : t.readFrom(read.length, publishing)}
        </p>
        {failed === 0 ? null : (
          <p className="columns-note">
            {t.notRead(failed)}{" "}
            <Button size="small" onPress={() => setAttempt(attempt + 1)}>
              {t.readAgain}
            </Button>
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** What the robots publish, each slug with its unit and how many have it. */
const Offered = ({
  chosen,
  find,
  offered,
  onFind,
  onToggle,
  read
}: {
  readonly offered: ReadonlyArray<OfferedSlug>
  readonly read: number
  readonly chosen: ReadonlyArray<string>
  readonly find: string
  readonly onFind: (text: string) => void
  readonly onToggle: (slug: string) => void
}) => {
  const t = useWords(columnWords)
  const id = useId()
  if (offered.length === 0) return null
  const found = offered.filter(({ slug }) => slug.toLowerCase().includes(find.trim().toLowerCase()))
  const isFull = chosen.length >= mostColumns
  return (
    <fieldset className="columns-offered" aria-describedby={isFull ? id : undefined}>
      <legend>{t.offered}</legend>
      {offered.length > 12 || find !== "" ? (
        <TextField label={t.find} labelHidden placeholder={t.find} type="search" value={find} onChange={onFind} />
      ) : null}
      <ul>
        {found.slice(0, mostListed).map(({ robots, slug, units }) => {
          const isChosen = chosen.includes(slug)
          return (
            <li key={slug}>
              <label>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() => onToggle(slug)}
                />
                <code>
                  <Foreign>{slug}</Foreign>
                </code>
                <span className="columns-unit">
                  {units.length === 0 ? null : <Foreign>{units.join(" · ")}</Foreign>}
                </span>
                <span className="columns-count">{t.onRobots(robots, read)}</span>
              </label>
            </li>
          )
        })}
      </ul>
      {found.length === 0 ? <p className="columns-note">{t.noneFits}</p> : null}
      {found.length > mostListed ? <p className="columns-note">{t.more(found.length - mostListed)}</p> : null}
      {isFull ? (
        <p className="columns-note" id={id}>
          {t.full}
        </p>
      ) : null}
    </fieldset>
  )
}

export default Columns
