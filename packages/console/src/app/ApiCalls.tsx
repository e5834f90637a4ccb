import "./ShowApi.css"
import { useState } from "react"
import { formatLatency } from "../format/numbers.ts"
import { useWords } from "../i18n/words.ts"
import { CodeBlock } from "../kit/CodeBlock.tsx"
import { Empty } from "../kit/Empty.tsx"
import { Segmented } from "../kit/Segmented.tsx"
import { Tag } from "../kit/Tag.tsx"
import { type Call, useCalls } from "../session/calls.ts"
import { apiText, type ApiLanguage } from "./apiText.ts"
import { drawerWords } from "./drawerWords.ts"

/** The newest call of each kind: a list that is read every 30 s stands there once. */
const newestOfEach = (calls: ReadonlyArray<Call>) => {
  const byText = new Map<string, Call>()
  for (const call of calls) {
    const key = call.route + JSON.stringify(call.input)
    byText.delete(key)
    byText.set(key, call)
  }
  return [...byText.values()].toReversed()
}

const CallText = ({ call, language }: { readonly call: Call; readonly language: ApiLanguage }) => {
  const t = useWords(drawerWords)
  const text = apiText(language, call)
  return text === undefined ? (
    <p className="text-3 text-small">{t.apiNoWay}</p>
  ) : (
    <CodeBlock name={`${call.route}, ${call.seq}`} text={text} />
  )
}

/** The calls that made this page, as code to take away. */
const ApiCalls = () => {
  const t = useWords(drawerWords)
  const [language, setLanguage] = useState<ApiLanguage>("typescript")
  const calls = newestOfEach(useCalls())
  if (calls.length === 0) return <Empty title={t.apiNone} />
  return (
    <div className="show-api">
      <p className="text-2">{t.showApiHint}</p>
      <Segmented<ApiLanguage>
        name={t.apiLanguage}
        value={language}
        onChange={setLanguage}
        options={[
          { value: "typescript", text: "TypeScript" },
          { value: "curl", text: "curl" },
          { value: "agent", text: "Agent" },
          { value: "fleet", text: "fleet" }
        ]}
      />
      <ol className="show-api-calls">
        {calls.map((call) => (
          <li key={call.seq}>
            <p>
              <code>{call.route}</code>
              <Tag tone={call.outcome === undefined ? "run" : call.outcome === "ok" ? "ok" : "bad"}>
                {call.outcome ?? "…"}
              </Tag>
              <span className="text-3 text-small">{call.ms === undefined ? "" : formatLatency(call.ms)}</span>
            </p>
            <CallText call={call} language={language} />
          </li>
        ))}
      </ol>
    </div>
  )
}

export default ApiCalls
