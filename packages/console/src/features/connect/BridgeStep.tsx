import type { RouteAnswer } from "@fleet/sdk"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { meQuery } from "../../fleet/queries.ts"
import { useWords } from "../../i18n/words.ts"
import { Ago } from "../../kit/Ago.tsx"
import { Button, buttonClass } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { CodeBlock } from "../../kit/CodeBlock.tsx"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { Foreign } from "../../kit/Foreign.tsx"
import { Download, Eye } from "../../kit/icons.ts"
import { Moment } from "../../kit/Moment.tsx"
import { PageHeading } from "../../kit/Page.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Segmented } from "../../kit/Segmented.tsx"
import { State } from "../../kit/State.tsx"
import { Tag } from "../../kit/Tag.tsx"
import { fleet } from "../../session/client.ts"
import { configuration } from "../../session/configuration.ts"
import { bridgeCommand, environmentFile, type Place, tokenPlaceholder } from "./commands.ts"
import { graphQuery } from "./data.ts"
import { keepToken, keptToken } from "./tokens.ts"
import { words } from "./words.ts"

type RobotDetail = RouteAnswer<"robots.get">

const download = (name: string, content: string) => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([content], { type: "text/plain" }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

const Token = ({
  onNew,
  robotId,
  token
}: {
  robotId: string
  token: string | undefined
  onNew: (token: string) => void
}) => {
  const t = useWords(words)
  const { data: me } = useQuery(meQuery)
  const [shown, setShown] = useState(false)
  const rotate = useMutation({
    mutationFn: () => fleet.request("robots.rotateToken", { params: { id: robotId } }),
    onSuccess: ({ token: fresh }) => onNew(fresh)
  })
  if (token === undefined)
    return (
      <Card title={t.token}>
        <p>
          <strong>{t.tokenGone}</strong> <span className="text-2">{t.tokenGoneHint}</span>
        </p>
        {rotate.error === null ? null : <Problem error={rotate.error} />}
        <p className="connect-hint">
          <Button
            size="small"
            busy={rotate.isPending}
            blocked={me === undefined || me.user.tier === "owner" ? undefined : t.rotateOwner}
            onPress={() => rotate.mutate()}
          >
            {t.rotate}
          </Button>
        </p>
      </Card>
    )
  return (
    <Card title={t.token} kind={<Tag tone="warn">{t.shownOnce}</Tag>} aside={t.onlyHash}>
      <div className="connect-token">
        <output aria-label={t.token}>{shown ? token : `${token.slice(0, 8)}${"•".repeat(26)}`}</output>
        <Button icon={Eye} pressed={shown} onPress={() => setShown(!shown)}>
          {shown ? t.hide : t.show}
        </Button>
        <CopyButton text={token} label={t.copyToken} />
        <Button icon={Download} onPress={() => download("robot.env", environmentFile(configuration.apiUrl, token))}>
          {t.download}
        </Button>
      </div>
    </Card>
  )
}

/** What has happened since the robot was made, as the service knows it. */
const Progress = ({ robot }: { readonly robot: RobotDetail }) => {
  const t = useWords(words)
  const { online } = robot.bridge_state
  const refusal = robot.last_hello_error
  const { data: graph } = useQuery({ ...graphQuery(robot.id), enabled: online })
  return (
    <ul className="connect-progress" aria-live="polite">
      <li>
        <State tone="ok" shape="check">
          {t.tokenMade}
        </State>
        <Moment atMs={Date.parse(robot.created_at)} />
      </li>
      {refusal === null || online ? null : (
        <li>
          <State tone="bad" shape="cross">
            {t.helloRefused}
          </State>
          <span>
            <Ago atMs={Date.parse(refusal.at)} />: <Foreign>{refusal.message}</Foreign>{" "}
            <a href={`/docs/errors#error-${refusal.code}`} target="_blank" rel="noreferrer">
              <code>{refusal.code}</code>
            </a>{" "}
            {t.refusedHint}
          </span>
        </li>
      )}
      <li>
        <State tone={online ? "ok" : "idle"} shape={online ? "check" : "dashed"}>
          {online && robot.protocol_version !== null ? t.helloConnected(robot.protocol_version) : t.helloPending}
        </State>
        <span translate="no">
          {online && robot.bridge_version !== null ? `fleet-bridge ${robot.bridge_version}` : ""}
        </span>
      </li>
      <li>
        <State tone={graph ? "ok" : "idle"} shape={graph ? "check" : "dashed"}>
          {t.graphRead}
        </State>
        <span>
          {graph
            ? t.graphCount(graph.graph.topics.length, graph.graph.services.length, graph.graph.actions.length)
            : ""}
        </span>
      </li>
    </ul>
  )
}

/** The bridge is started on the robot; the page waits for it. */
export const BridgeStep = ({ robot }: { readonly robot: RobotDetail }): ReactNode => {
  const t = useWords(words)
  const [place, setPlace] = useState<Place>("ros")
  const places = { ros: t.ros, container: t.container, systemd: t.systemd, simulator: t.simulator }
  const [token, setToken] = useState(() => keptToken(robot.id))
  const { online } = robot.bridge_state
  const params = { robotId: robot.id, step: "expose" }
  return (
    <>
      <div className="connect-main">
        <div className="display connect-lead">
          <PageHeading>{t.bridgeTitle}</PageHeading>
          <p>{t.bridgeLead}</p>
        </div>
        <Token
          robotId={robot.id}
          token={token}
          onNew={(fresh) => {
            keepToken(robot.id, fresh)
            setToken(fresh)
          }}
        />
        <Card
          title={t.run}
          aside={
            <Segmented<Place>
              name={t.where}
              value={place}
              onChange={setPlace}
              options={(["ros", "container", "systemd", "simulator"] as const).map((value) => ({
                value,
                text: places[value]
              }))}
            />
          }
        >
          <CodeBlock name={`${t.run}: ${places[place]}`} text={bridgeCommand(place, configuration.apiUrl, token)} />
          <p className="connect-hint">{place === "simulator" ? t.simulatorHint : t.rosHint}</p>
          {token === undefined ? (
            <p className="connect-hint">
              <code>{tokenPlaceholder}</code> {t.placeholderHint}
            </p>
          ) : null}
        </Card>
        <Card title={online ? t.connected : t.waiting}>
          <Progress robot={robot} />
        </Card>
        <div className="connect-foot">
          <Link to="/robots" className={buttonClass({ kind: "quiet" })}>
            {t.later}
          </Link>
          <span className="text-3 text-small">{t.laterHint}</span>
          {online ? (
            <Link to="/robots/$robotId/setup/$step" params={params} className={buttonClass({ kind: "primary" })}>
              {t.continue}
            </Link>
          ) : (
            <Button blocked={t.continueWhy}>{t.continue}</Button>
          )}
        </div>
      </div>
      <aside className="connect-help" aria-label={t.help}>
        <h2>{t.help}</h2>
        <dl>
          <dt>{t.helpUp}</dt>
          <dd>{t.helpUpText}</dd>
          <dt>{t.helpReach}</dt>
          <dd>
            {t.helpReachText} <code>npx fleet-bridge doctor</code>
          </dd>
          <dt>{t.helpToken}</dt>
          <dd>{t.helpTokenText}</dd>
        </dl>
        <a href="/docs" target="_blank" rel="noreferrer">
          {t.guide}
        </a>
      </aside>
    </>
  )
}
