import { Api } from "@fleet/domain/api/Api"
import { wireSchema } from "@fleet/domain/docs/JsonSchema"
import { mediaDocument } from "@fleet/domain/docs/Media"
import { openApiDocument } from "@fleet/domain/docs/OpenApi"
import { realtimeDocument } from "@fleet/domain/docs/Realtime"
import { RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import { bridgeDocument } from "@fleet/server/platform/pages/reference/BridgeDocument"
import { conformanceMarkdown } from "./conformanceMarkdown.ts"
import { errorsMarkdown } from "./errorsMarkdown.ts"
import { printQueries } from "./queries.ts"
import { printErrors, printOtherRoutes, printRoutes, printTypes } from "./sdk.ts"
import { printTokens } from "./tokensModule.ts"

const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

const configurationSchema = () => {
  const { schema, definitions } = wireSchema(RobotConfigDocument, "#/$defs/")
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Robot configuration document",
    ...schema,
    $defs: definitions
  }
}

/** Every file that is made from the contracts and the design's tokens, by its path from the repository's root. */
export const artefacts = (): { readonly [path: string]: string } => {
  const document = openApiDocument(Api)
  return {
    "packages/client-sdk/src/types.gen.ts": printTypes(document),
    "packages/client-sdk/src/errors.gen.ts": printErrors(document),
    "packages/client-sdk/src/routes.gen.ts": printRoutes(document),
    "packages/client-sdk/src/otherRoutes.gen.ts": printOtherRoutes(document),
    "packages/server/src/platform/pages/tokens.gen.ts": printTokens(),
    "packages/client-sdk/src/react-query/queries.gen.ts": printQueries(document),
    "docs/openapi.json": json(document),
    "docs/asyncapi/realtime.json": json(realtimeDocument(document.info.version)),
    "docs/asyncapi/media.json": json(mediaDocument(document.info.version)),
    "docs/asyncapi/bridge.json": json(bridgeDocument()),
    "docs/errors.md": errorsMarkdown(),
    "docs/conformance.md": conformanceMarkdown(),
    "docs/configuration.schema.json": json(configurationSchema()),
    "packages/console/src/features/config/schema/grammar.gen.ts": `export const grammar: unknown = ${json(configurationSchema())}`
  }
}
