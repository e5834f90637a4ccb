import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { type KeyboardEvent, useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { CheckBox } from "../../../kit/CheckBox.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Empty } from "../../../kit/Empty.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Moment } from "../../../kit/Moment.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { Skeleton } from "../../../kit/Skeleton.tsx"
import { Table } from "../../../kit/Table.tsx"
import { Tag } from "../../../kit/Tag.tsx"
import { publishersQuery, versionsQuery } from "../data.ts"
import { pairOf, picked } from "../versionPick.ts"
import { words } from "../words.ts"

/** Where the focus goes in the list of `last + 1` check boxes. */
const moved = (key: string, at: number, last: number): number | undefined => {
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(last, at + 1)
    case "ArrowUp":
    case "k":
      return Math.max(0, at - 1)
    case "Home":
      return 0
    case "End":
      return last
    default:
      return undefined
  }
}

/** The versions that were published, newest first, with who did; any two can be chosen and compared. */
const VersionsDialog = ({
  onClose,
  published,
  robotId
}: {
  readonly robotId: string
  readonly published: number | null
  readonly onClose: () => void
}) => {
  const t = useWords(words)
  const navigate = useNavigate()
  const versions = useQuery(versionsQuery(robotId))
  const people = useQuery(publishersQuery(robotId))
  const [own, setOwn] = useState<ReadonlyArray<number>>()
  const list = versions.data ?? []
  const isAlone = list.length < 2
  // One more press compares the newest with any other.
  const chosen = own ?? list.slice(0, 1).map(({ version }) => version)
  const pair = pairOf(chosen)
  const compare = () => {
    if (pair === undefined) return
    onClose()
    void navigate({
      to: "/robots/$robotId/config/versions/$version",
      params: { robotId, version: String(pair.after) },
      search: { against: String(pair.before) }
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=checkbox]")]
    const at = boxes.findIndex((box) => box === event.target)
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const to = moved(event.key, at, boxes.length - 1)
    if (to === undefined && event.key !== "Enter") return
    event.preventDefault()
    event.stopPropagation()
    if (to === undefined) compare()
    else boxes[to]?.focus()
  }
  return (
    <Dialog open wide onClose={onClose} title={t.versions}>
      {versions.isPending ? (
        <Skeleton lines={4} />
      ) : versions.error !== null ? (
        <Problem error={versions.error} onRetry={() => void versions.refetch()} />
      ) : list.length === 0 ? (
        <Empty title={t.noVersions} />
      ) : (
        <form
          className="config-graph config-versions"
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault()
            compare()
          }}
        >
          {isAlone ? null : (
            <div className="config-version-pick">
              <p role="status">{pair === undefined ? t.compareHint : t.compareKeys}</p>
              <Button type="submit" kind="primary" blocked={pair === undefined ? t.compareWaits : undefined}>
                {pair === undefined ? t.compare : t.compareTwo(pair.before, pair.after)}
              </Button>
            </div>
          )}
          <Table caption={t.versions}>
            <thead>
              <tr>
                {isAlone ? null : (
                  <th scope="col">
                    <span className="visually-hidden">{t.compare}</span>
                  </th>
                )}
                <th scope="col">{t.versionColumn}</th>
                <th scope="col">{t.whenColumn}</th>
                <th scope="col">{t.whoColumn}</th>
              </tr>
            </thead>
            <tbody>
              {list.map(({ published_at, version }) => (
                <tr key={version} aria-selected={isAlone ? undefined : chosen.includes(version)}>
                  {isAlone ? null : (
                    <td>
                      <CheckBox
                        name={t.chooseVersion(version)}
                        checked={chosen.includes(version)}
                        onChange={() => setOwn(picked(chosen, version))}
                      />
                    </td>
                  )}
                  <td>
                    <Link
                      to="/robots/$robotId/config/versions/$version"
                      params={{ robotId, version: String(version) }}
                      search={{}}
                      className="config-version-link"
                      onClick={onClose}
                    >
                      {t.version(version)}
                    </Link>{" "}
                    {version === published ? <Tag tone="ok">{t.publishedNow}</Tag> : null}
                  </td>
                  <td>
                    <Moment atMs={Date.parse(published_at)} />
                  </td>
                  <td>
                    <Foreign>{people.data?.get(version) ?? "–"}</Foreign>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </form>
      )}
    </Dialog>
  )
}

export default VersionsDialog
