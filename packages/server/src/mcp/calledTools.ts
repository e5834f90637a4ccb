const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The names of the tools that a JSON-RPC body calls: of one request, or of a batch of an older revision. To cancel a task
 * is to cancel its job.
 */
export const calledTools = (body: unknown): ReadonlyArray<string> =>
  (Array.isArray(body) ? body : [body]).flatMap((message: unknown) => {
    if (!isObject(message)) return []
    if (message["method"] === "tasks/cancel") return ["cancel_job"]
    if (message["method"] !== "tools/call" || !isObject(message["params"])) return []
    const { name } = message["params"]
    return typeof name === "string" ? [name] : []
  })
