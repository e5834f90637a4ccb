import type { AuditEvent } from "@fleet/sdk"
import { Link } from "@tanstack/react-router"
import { actionText, targetPath } from "../../../fleet/auditText.ts"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Moment } from "../../../kit/Moment.tsx"

/** The newest entries of the audit, a line each. */
export const EventList = ({ events }: { readonly events: ReadonlyArray<AuditEvent> }) => (
  <ul className="overview-events">
    {events.map((event) => {
      const path = targetPath(event)
      return (
        <li key={event.id}>
          <span className="text-3 tabular">
            <Moment atMs={Date.parse(event.at)} />
          </span>
          <span>
            {actionText(event.action)}{" "}
            {event.target === null ? null : path === undefined ? (
              <strong>
                <Foreign>{event.target.label}</Foreign>
              </strong>
            ) : (
              <Link to={path}>
                <strong>
                  <Foreign>{event.target.label}</Foreign>
                </strong>
              </Link>
            )}
          </span>
          <span className="text-3">
            <Foreign>{event.actor.label}</Foreign>
          </span>
        </li>
      )
    })}
  </ul>
)
