import type { OrgEvent } from "@fleet/sdk"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { AuditSentence } from "../../../fleet/AuditSentence.tsx"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Glyph } from "../../../kit/Glyph.tsx"
import { ChevronDown, ChevronUp } from "../../../kit/icons.ts"
import { Moment } from "../../../kit/Moment.tsx"
import { Tag } from "../../../kit/Tag.tsx"
import { Tree } from "../../../kit/Tree.tsx"
import { type Folded, jobOfLine, type Line } from "../joined.ts"
import { words } from "../words.ts"

/** As many of what was said again as stand one by one. */
const mostShown = 20

const textOf = (detail: unknown, key: string): string => {
  const value = typeof detail === "object" && detail !== null ? (detail as Record<string, unknown>)[key] : undefined
  return typeof value === "string" ? value : ""
}

const LiveText = ({ event, robotName }: { readonly event: OrgEvent; readonly robotName: string | undefined }) => {
  const t = useWords(words)
  const { detail, kind, robot_id, subject } = event
  const said =
    kind === "job"
      ? t.jobEvent(subject, textOf(detail, "state"))
      : kind === "alert"
        ? t.alertEvent(subject, textOf(detail, "state"))
        : kind === "bridge"
          ? t.bridgeEvent(subject)
          : kind === "health"
            ? t.healthEvent(subject)
            : subject
  return (
    <>
      <Foreign>{said}</Foreign>{" "}
      {robot_id === null || robotName === undefined ? null : (
        <Link to="/robots/$robotId" params={{ robotId: robot_id }}>
          <strong>
            <Foreign>{robotName}</Foreign>
          </strong>
        </Link>
      )}
    </>
  )
}

const Detail = ({ line }: { readonly line: Line }) => {
  const t = useWords(words)
  const details = line.kind === "entry" ? line.entry.details : line.event.detail
  const job = jobOfLine(line)
  return (
    <li>
      <p className="text-3 text-small">
        <code>{line.kind === "entry" ? line.entry.action : line.event.kind}</code>
        {line.kind === "entry" ? ` · ${t.entry(line.entry.seq)} · ` : " · "}
        <Moment atMs={line.atMs} />
        {job === undefined ? null : (
          <>
            {" · "}
            <Link to="/jobs/$robotId/$runId" params={job} className="activity-link">
              {t.openJob}
            </Link>
          </>
        )}
      </p>
      {details === null || details === undefined ? null : <Tree name={t.details} value={details} />}
    </li>
  )
}

/** A line of the activity; it opens to its details, and to each time where it was said again. */
export const ActivityLine = ({
  folded: { line, lines, times },
  nameOf
}: {
  readonly folded: Folded
  readonly nameOf: (robotId: string) => string
}) => {
  const t = useWords(words)
  const [open, setOpen] = useState(false)
  const isAgent = line.kind === "entry" && line.entry.details !== null && "client_id" in line.entry.details
  return (
    <>
      <div className="activity-line">
        <span title={line.kind === "live" ? t.live : undefined}>
          {line.kind === "live" ? <Glyph shape="dashed" /> : null}
        </span>
        <span className="text-3 tabular">
          <Moment atMs={line.atMs} />
        </span>
        <span className="activity-text">
          {line.kind === "entry" ? (
            <AuditSentence event={line.entry} />
          ) : (
            <LiveText
              event={line.event}
              robotName={line.event.robot_id === null ? undefined : nameOf(line.event.robot_id)}
            />
          )}
          {isAgent ? (
            <>
              {" "}
              <Tag tone="run">MCP</Tag>
            </>
          ) : null}
        </span>
        <span className="activity-end">
          {times > 1 ? t.times(times) : ""}
          <Button
            kind="quiet"
            size="small"
            icon={open ? ChevronUp : ChevronDown}
            iconOnly
            expanded={open}
            onPress={() => setOpen(!open)}
          >
            {t.details}
          </Button>
        </span>
      </div>
      {open ? (
        <ol className="activity-details" aria-label={t.said}>
          {lines.slice(0, mostShown).map((each) => (
            <Detail key={each.key} line={each} />
          ))}
          {lines.length > mostShown ? <li className="text-3">{t.more(lines.length - mostShown)}</li> : null}
        </ol>
      ) : null}
    </>
  )
}
