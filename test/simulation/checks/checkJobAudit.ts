import type { World } from "../World.ts"

/** Every job that somebody started has one audit event, and every such event its job. */
export const checkJobAudit = async ({ observer, pglite }: World): Promise<void> => {
  const events = "SELECT details FROM audit_events WHERE action IN ('action.invoked', 'service.called')"
  const { rows } = await pglite.query<{ readonly id: string; readonly count: number }>(`
    SELECT j.id::text, count(e.details)::int AS count
    FROM job_runs j LEFT JOIN (${events}) AS e ON e.details ->> 'job_id' = j.id::text
    WHERE j.actor IS NOT NULL GROUP BY j.id HAVING count(e.details) <> 1
    UNION ALL
    SELECT e.details ->> 'job_id', 0 FROM (${events}) AS e JOIN robots r ON r.id::text = e.details ->> 'robot_id'
    WHERE NOT EXISTS (SELECT FROM job_runs j WHERE j.id::text = e.details ->> 'job_id')`)
  for (const { count, id } of rows) observer.violate(`job ${id} has ${count} audit events, or its event no job`)
}
