import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { buttonClass } from "../../../kit/Button.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Empty } from "../../../kit/Empty.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Moment } from "../../../kit/Moment.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { SelectField } from "../../../kit/SelectField.tsx"
import { Skeleton } from "../../../kit/Skeleton.tsx"
import { Table } from "../../../kit/Table.tsx"
import { Tag } from "../../../kit/Tag.tsx"
import { publishersQuery, versionsQuery } from "../data.ts"
import { words } from "../words.ts"

/** The versions that were published, newest first, with who did; any two can be compared. */
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
  const versions = useQuery(versionsQuery(robotId))
  const people = useQuery(publishersQuery(robotId))
  const [from, setFrom] = useState<string>()
  const [to, setTo] = useState<string>()
  const list = versions.data ?? []
  const options = list.map(({ version }) => ({ value: String(version), text: t.version(version) }))
  const before = from ?? String(list[1]?.version ?? list[0]?.version ?? "")
  const after = to ?? String(list[0]?.version ?? "")
  return (
    <Dialog open wide onClose={onClose} title={t.versions}>
      {versions.isPending ? (
        <Skeleton lines={4} />
      ) : versions.error !== null ? (
        <Problem error={versions.error} onRetry={() => void versions.refetch()} />
      ) : list.length === 0 ? (
        <Empty title={t.noVersions} />
      ) : (
        <div className="config-graph">
          {list.length < 2 ? null : (
            <div className="config-version-pick">
              <SelectField label={t.compare} value={before} onChange={setFrom} options={options} />
              <SelectField label={t.compareWith} value={after} onChange={setTo} options={options} />
              <Link
                to="/robots/$robotId/config/versions/$version"
                params={{ robotId, version: after }}
                search={{ against: before }}
                className={buttonClass({})}
                onClick={onClose}
              >
                {t.compare}
              </Link>
            </div>
          )}
          <Table caption={t.versions}>
            <thead>
              <tr>
                <th scope="col">{t.versionColumn}</th>
                <th scope="col">{t.whenColumn}</th>
                <th scope="col">{t.whoColumn}</th>
              </tr>
            </thead>
            <tbody>
              {list.map(({ published_at, version }) => (
                <tr key={version}>
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
        </div>
      )}
    </Dialog>
  )
}

export default VersionsDialog
