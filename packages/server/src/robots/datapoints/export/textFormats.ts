import { csvField } from "../../../audit/csv.ts"
import { makeIsoText } from "../../../platform/http/isoText.ts"
import type { PageSample } from "../../history/historyRequests.ts"

/** Writes pages of samples as text. */
export interface TextFormat {
  readonly head: string
  readonly page: (samples: ReadonlyArray<PageSample>) => string
}

/** A value in CSV: a number or string as it is, anything else as its JSON text. Strings are harmless in a spreadsheet. */
const csvValue = (json: string): string => {
  const first = json.charCodeAt(0)
  if (first === 0x22) return csvField(JSON.parse(json) as string)
  return first === 0x7b || first === 0x5b ? `"${json.replaceAll('"', '""')}"` : json
}

const csv = (): TextFormat => {
  const isoText = makeIsoText()
  return {
    head: "timestamp_ms,at,value\r\n",
    page: (samples) => {
      let text = ""
      for (const { json, timestamp_ms } of samples)
        text += `${timestamp_ms},${isoText(timestamp_ms)},${csvValue(json ?? "null")}\r\n`
      return text
    }
  }
}

const ndjson = (): TextFormat => {
  const isoText = makeIsoText()
  return {
    head: "",
    page: (samples) => {
      let text = ""
      for (const { json, timestamp_ms } of samples)
        text += `{"timestamp_ms":${timestamp_ms},"at":"${isoText(timestamp_ms)}","value":${json ?? "null"}}\n`
      return text
    }
  }
}

/** Each makes its own writer: it keeps what one export needs. */
export const textFormats = { csv, ndjson }
