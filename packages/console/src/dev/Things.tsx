import { useState } from "react"
import { JobState } from "../fleet/JobState.tsx"
import { robotLooks } from "../fleet/RobotState.tsx"
import { Ago } from "../kit/Ago.tsx"
import { Avatar } from "../kit/Avatar.tsx"
import { CodeBlock } from "../kit/CodeBlock.tsx"
import { Foreign } from "../kit/Foreign.tsx"
import { Glyph, type GlyphShape } from "../kit/Glyph.tsx"
import { Icon } from "../kit/Icon.tsx"
import { Bot } from "../kit/icons.ts"
import { LineChart } from "../kit/LineChart.tsx"
import { Meter } from "../kit/Meter.tsx"
import { Moment } from "../kit/Moment.tsx"
import { QueryField } from "../kit/QueryField.tsx"
import { type Sorting, SortHeader } from "../kit/SortHeader.tsx"
import { Spark } from "../kit/Spark.tsx"
import { State } from "../kit/State.tsx"
import { Table } from "../kit/Table.tsx"
import { Tabs } from "../kit/Tabs.tsx"
import { Tag } from "../kit/Tag.tsx"
import { Tree } from "../kit/Tree.tsx"
import { Section } from "./Section.tsx"

const jobStates = ["running", "unknown", "lost", "succeeded", "failed", "cancelled"] as const
const shapes: ReadonlyArray<GlyphShape> = ["circle", "ring", "dashed", "triangle", "square", "clock"]
const tones = ["ok", "idle", "warn", "bad", "unsure", "run"] as const
const at = Date.UTC(2026, 0, 12, 11, 2, 40)
const points = [3, 4, 4, null, 6, 5, 7].map((value, index) => ({ at: at + index * 60_000, value }))

const States = () => (
  <>
    <Section name="State">
      {Object.entries(robotLooks).map(([name, look]) => (
        <State key={name} {...look}>
          {name}
        </State>
      ))}
      {jobStates.map((is) => (
        <JobState key={is} is={is} />
      ))}
    </Section>
    <Section name="Tag, Glyph, Icon, Avatar, Foreign">
      <Tag>draft</Tag>
      {tones.map((tone) => (
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>
      ))}
      {shapes.map((shape) => (
        <Glyph key={shape} shape={shape} />
      ))}
      <Icon of={Bot} size={20} />
      <Avatar name="Ada Lovelace" alone />
      <Foreign>{"<b>hall</b>\u202e3"}</Foreign>
    </Section>
    <Section name="Meter">
      {(["run", "ok", "calm", "warn", "bad"] as const).map((tone) => (
        <Meter key={tone} name={`Used, ${tone}`} tone={tone} value={3} max={5} text="3 of 5" />
      ))}
    </Section>
  </>
)

const Rows = () => {
  const [sorting, setSorting] = useState<Sorting>({ by: "name", descending: false })
  return (
    <Table caption="Robots in this example">
      <thead>
        <tr>
          <SortHeader column="name" text="Name" sorting={sorting} onSort={setSorting} />
          <th scope="col">State</th>
          <SortHeader column="battery" text="Battery" end sorting={sorting} onSort={setSorting} />
        </tr>
      </thead>
      <tbody>
        {["rover-07", "spare-01"].map((name, index) => (
          <tr key={name} aria-selected={index === 0}>
            <td>{name}</td>
            <td>
              <State tone="ok" shape="circle">
                Online
              </State>
            </td>
            <td className="table-end">{81 - index * 30} %</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What is looked at. */
export const Things = () => {
  const [query, setQuery] = useState("state:online")
  return (
    <>
      <States />
      <Section name="Tabs">
        <Tabs
          name="Parts of this page"
          tabs={[
            { to: "/dev/design", text: "Design", exact: true },
            { to: "/", text: "Overview", count: 2 }
          ]}
        />
      </Section>
      <Section name="QueryField">
        <QueryField
          name="Filter"
          placeholder="state:online"
          value={query}
          onChange={setQuery}
          suggestions={["name:"]}
        />
        <QueryField
          name="Filter with a mistake"
          placeholder=""
          value="stat:online"
          problem="Did you mean state?"
          onChange={() => undefined}
        />
      </Section>
      <Section name="Table and SortHeader">
        <Rows />
      </Section>
      <Section name="LineChart and Spark">
        <Spark path="M0 12 L20 6 L40 9 L60 2" />
        <Spark path="M0 12 L20 6 L40 9 L60 2" tone="warn" />
        <LineChart from={at} to={at + 360_000} points={points} unit="ms" name="Latency, now 7 ms" />
      </Section>
      <Section name="Tree, CodeBlock, Ago, Moment">
        <Tree name="A message" value={{ pose: { x: 1.25, y: -3.5 }, ready: true, path: [1, 2, 3] }} />
        <CodeBlock name="A command" text={"npx fleet-bridge --simulate rover"} />
        <Ago atMs={at} />
        <Moment atMs={at} />
      </Section>
    </>
  )
}
