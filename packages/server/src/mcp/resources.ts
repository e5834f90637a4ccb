import { ResourceNotFoundError } from "@modelcontextprotocol/server"
import { robotCardHtml } from "./card/robotCard.gen.ts"
import { robotCardUri, uiMimeType } from "./cardTools.ts"

/** The page needs no other host, no camera and no microphone. */
const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true }

const robotCard = {
  uri: robotCardUri,
  name: "robot-card",
  title: "Robot card",
  description: "One robot: state, values, picture, job, commands and a stop.",
  mimeType: uiMimeType
}

/** The answer of `resources/list`. */
export const listResources = () => ({ resources: [{ ...robotCard, _meta: { ui } }] })

/** The answer of `resources/read`. */
export const readResource = (uri: string) => {
  if (uri !== robotCardUri) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType: uiMimeType, text: robotCardHtml, _meta: { ui } }] }
}
