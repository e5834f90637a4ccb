import { FrameCode, JobErrorCode } from "@fleet/domain/Errors"
import { RecordingErrorCode } from "@fleet/domain/Recordings"
import { refusalEntries } from "@fleet/domain/docs/Refusals"
import { printType } from "./typescript.ts"

const bullets = (codes: ReadonlyArray<string>) => codes.map((code) => `- \`${code}\``).join("\n")

/** docs/errors.md: every code, its status, what it means and what it carries. */
export const errorsMarkdown = (): string => {
  const refusals = refusalEntries("#/").map(({ id, code, status, message, details, detailsRequired, example }) =>
    [
      `### ${code}${id === code ? "" : ` (${status})`}`,
      "",
      `${status}. ${message}`,
      ...(details === undefined
        ? []
        : ["", `Details${detailsRequired ? "" : " (may be absent)"}: \`${printType(details)}\``]),
      "",
      "```json",
      JSON.stringify(example, null, 2),
      "```"
    ].join("\n")
  )
  return `# Errors

Every refusal, over REST, in a realtime reply and in a tool's result, is one envelope: \`{code, message, details?}\`. Branch
on \`code\`; \`message\` is for people and may change. Codes may be added; treat one you do not know by its HTTP status.

## Refusals

${refusals.join("\n\n")}

## Codes of frames only

${bullets(FrameCode.literals)}

## Codes inside job.error only

A robot's bridge may put others there.

${bullets(JobErrorCode.literals)}

## Codes inside recording.error only

A robot's bridge may put others there. [Recordings](recordings.md) says what they mean.

${bullets(RecordingErrorCode.literals)}
`
}
