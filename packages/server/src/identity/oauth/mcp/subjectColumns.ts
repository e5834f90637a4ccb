import type { Subject } from "./McpPersonStore.ts"

/** The two columns of a row that belongs to an app user or to a developer. */
export const subjectColumns = ({ id, kind }: Subject) => ({
  app_user_id: kind === "app_user" ? id : null,
  developer_id: kind === "developer" ? id : null
})
