import "./ShowApi.css"
import type { Topic } from "@fleet/sdk"
import { useState, useSyncExternalStore } from "react"
import { formatBytes, formatLatency } from "../format/numbers.ts"
import { useWords } from "../i18n/words.ts"
import { CodeBlock } from "../kit/CodeBlock.tsx"
import { Empty } from "../kit/Empty.tsx"
import { Segmented } from "../kit/Segmented.tsx"
import { Tag } from "../kit/Tag.tsx"
import { type Call, useCalls } from "../session/calls.ts"
import { fleet } from "../session/client.ts"
import { configuration } from "../session/configuration.ts"
import { type ApiLanguage, apiText, preparation, subscriptionText } from "./apiText.ts"
import { drawerWords } from "./drawerWords.ts"

/** As many subscriptions as are shown: a list of robots has hundreds that differ by a name. */
const mostTopics = 20

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

const onStatus = (changed: () => void) => fleet.realtime.onStatus(changed)

/** What the page follows now: the status changes with their number. */
const useTopics = (): ReadonlyArray<Topic> => {
  useSyncExternalStore(onStatus, () => fleet.realtime.status.subscriptions)
  return fleet.realtime.subscriptions
}

const CallHead = ({ call: { ms, outcome, request, route } }: { readonly call: Call }) => (
  <p>
    <code>{route}</code>
    <Tag tone={outcome === undefined ? "run" : outcome === "ok" ? "ok" : "bad"}>{outcome ?? "…"}</Tag>
    <span className="text-3 text-small">
      {[ms === undefined ? [] : formatLatency(ms), request?.bytes == null ? [] : formatBytes(request.bytes)]
        .flat()
        .join(" · ")}
    </span>
  </p>
)

const Followed = ({ language, topics }: { readonly topics: ReadonlyArray<Topic>; readonly language: ApiLanguage }) => {
  const t = useWords(drawerWords)
  const said = topics.flatMap((topic) => {
    const text = subscriptionText(language, topic)
    return text === undefined ? [] : [{ topic, text }]
  })
  if (topics.length > 0 && said.length === 0) return <p className="text-3 text-small">{t.apiFollowedElsewhere}</p>
  return (
    <>
      <ol className="show-api-calls">
        {said.slice(0, mostTopics).map(({ text, topic }) => (
          <li key={`${topic.robotId} ${topic.slug}`}>
            <p>
              <code>{topic.slug ?? "presence"}</code>
              <Tag>{t.apiFollowed}</Tag>
            </p>
            <CodeBlock name={`${topic.slug ?? "presence"}, ${topic.robotId}`} text={text} />
          </li>
        ))}
      </ol>
      {said.length > mostTopics ? (
        <p className="text-3 text-small">{t.apiMoreFollowed(said.length - mostTopics)}</p>
      ) : null}
    </>
  )
}

/** The calls that made this page and what it follows, as code to take away. */
const ApiCalls = () => {
  const t = useWords(drawerWords)
  const [language, setLanguage] = useState<ApiLanguage>("typescript")
  const calls = newestOfEach(useCalls())
  const topics = useTopics()
  if (calls.length === 0 && topics.length === 0) return <Empty title={t.apiNone} />
  const said = calls.flatMap((call) => {
    const text = apiText(language, call)
    return text === undefined ? [] : [{ call, text }]
  })
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
      <div className="show-api-once">
        <p className="text-2">{t.apiOnce}</p>
        <CodeBlock name={t.apiOnce} text={preparation(language, configuration.apiUrl)} />
      </div>
      <Followed topics={topics} language={language} />
      <ol className="show-api-calls">
        {said.map(({ call, text }) => (
          <li key={call.seq}>
            <CallHead call={call} />
            <CodeBlock name={`${call.route}, ${call.seq}`} text={text} />
          </li>
        ))}
      </ol>
      {said.length < calls.length ? (
        <p className="text-3 text-small">{t.apiElsewhere(calls.length - said.length)}</p>
      ) : null}
    </div>
  )
}

export default ApiCalls
