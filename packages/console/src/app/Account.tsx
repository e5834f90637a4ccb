import "./AccountDialog.css"
import { useQuery } from "@tanstack/react-query"
import { meQuery } from "../fleet/queries.ts"
import { type Language, useLanguage, useWords } from "../i18n/words.ts"
import { Avatar } from "../kit/Avatar.tsx"
import { visible } from "../kit/visible.ts"
import { Segmented } from "../kit/Segmented.tsx"
import { SelectField } from "../kit/SelectField.tsx"
import { Switch } from "../kit/Switch.tsx"
import { type Density, setPreferences, type Theme, usePreferences } from "./preferences.ts"
import { LinkState } from "./LinkState.tsx"
import { drawerWords } from "./drawerWords.ts"
import { shellWords } from "./shellWords.ts"

const zones = (): ReadonlyArray<string> => ["UTC", ...Intl.supportedValuesOf("timeZone")]

/** Who is signed in, and how the console looks on this device. */
const Account = () => {
  const t = useWords(drawerWords)
  const shell = useWords(shellWords)
  const language = useLanguage()
  const { data: me } = useQuery(meQuery)
  const preferences = usePreferences()
  const name = me === undefined ? "" : (me.user.display_name ?? me.user.email)
  return (
    <div className="account">
      <div className="account-who">
        <Avatar name={name} />
        <div>
          <p>
            <strong>
              <bdi>{visible(name)}</bdi>
            </strong>
          </p>
          <p className="text-3 text-small">
            <bdi>{visible(me?.user.email ?? "")}</bdi>
            {me === undefined ? "" : ` · ${me.user.tier === "owner" ? shell.owner : shell.developer}`}
          </p>
        </div>
        <LinkState />
      </div>
      <div className="account-row">
        <span>{t.theme}</span>
        <Segmented<Theme>
          name={t.theme}
          value={preferences.theme}
          onChange={(theme) => setPreferences({ theme })}
          options={[
            { value: "system", text: t.themeSystem },
            { value: "light", text: t.themeLight },
            { value: "dark", text: t.themeDark }
          ]}
        />
      </div>
      <div className="account-row">
        <span>{t.density}</span>
        <Segmented<Density>
          name={t.density}
          value={preferences.density}
          onChange={(density) => setPreferences({ density })}
          options={[
            { value: "comfortable", text: t.comfortable },
            { value: "compact", text: t.compact }
          ]}
        />
      </div>
      <div className="account-row">
        <span>{t.language}</span>
        <Segmented<Language>
          name={t.language}
          value={language}
          onChange={(next) => setPreferences({ language: next })}
          options={[
            { value: "en", text: "English" },
            { value: "de", text: "Deutsch" }
          ]}
        />
      </div>
      <SelectField
        label={t.zone}
        value={preferences.zone ?? ""}
        onChange={(zone) => setPreferences({ zone: zone === "" ? undefined : zone })}
        options={[{ value: "", text: t.zoneHere }, ...zones().map((zone) => ({ value: zone, text: zone }))]}
      />
      <Switch
        label={t.singleKeys}
        checked={preferences.singleKeys}
        onChange={(singleKeys) => setPreferences({ singleKeys })}
      />
      <p className="text-small">
        <a className="account-link" href="/docs" target="_blank" rel="noreferrer">
          {t.docs}
        </a>
      </p>
    </div>
  )
}

export default Account
