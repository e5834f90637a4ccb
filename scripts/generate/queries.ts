import type { OpenApiDocument, Operation } from "@fleet/domain/docs/OpenApi"
import { header, placed } from "./sdk.ts"

const isJson = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, { content }]) => Number(status) < 300 && content?.["application/json"] !== undefined
  )

const isPaged = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => name === "before_seq" || name === "before")

/** `jobs.orgRuns` as `jobsOrgRuns`. */
const nameOf = ({ operationId }: Operation): string =>
  operationId.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase())

const print = (operation: Operation): string => {
  const { operationId, summary } = operation
  const name = nameOf(operation)
  const one = `/** ${summary} */\nexport const ${name}Query = /* @__PURE__ */ routeQuery("${operationId}")\n`
  if (!isPaged(operation)) return one
  return `${one}/** ${summary}, page by page */\nexport const ${name}PagesQuery = /* @__PURE__ */ pagesQuery("${operationId}")\n`
}

/** react-query/queries.gen.ts: the options of a query for each route that is read as JSON. */
export const printQueries = (document: OpenApiDocument): string => {
  const read = placed(document).filter(({ method, operation }) => method === "get" && isJson(operation))
  const imports = 'import { pagesQuery, routeQuery } from "./routeQuery.ts"'
  return `${header}\n${imports}\n\n${read.map(({ operation }) => print(operation)).join("\n")}`
}
