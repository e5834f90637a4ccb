import type { AuditEvent } from "@fleet/sdk"
import { AuditSentence } from "../../../fleet/AuditSentence.tsx"
import { Moment } from "../../../kit/Moment.tsx"

/** The newest entries of the audit, a line each. */
export const EventList = ({ events }: { readonly events: ReadonlyArray<AuditEvent> }) => (
  <ul className="overview-events">
    {events.map((event) => (
      <li key={event.id}>
        <span className="text-3 tabular">
          <Moment atMs={Date.parse(event.at)} />
        </span>
        <span>
          <AuditSentence event={event} />
        </span>
      </li>
    ))}
  </ul>
)
