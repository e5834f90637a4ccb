/** The module of passkey forms: fetches the options, runs the WebAuthn ceremony and submits the form with the credential. */
export const passkeyScript = `
const known = window.PublicKeyCredential
const means = {
  get: known?.parseRequestOptionsFromJSON && ((options) =>
    navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(options) })),
  create: known?.parseCreationOptionsFromJSON && ((options) =>
    navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) }))
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const { cancelled, exists, failed, options: optionsAt, page, passkey } = form.dataset
  const sign = means[passkey]
  if (!sign) continue
  form.hidden = false
  for (const excuse of document.querySelectorAll("[data-without-passkey]")) excuse.hidden = true
  const alert = form.querySelector("[role=alert]")
  const say = (text) => {
    alert.hidden = text === ""
    alert.textContent = text
  }
  let busy = false
  addEventListener("pageshow", () => {
    busy = false
  })

  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (busy) return
    busy = true
    let sent = false
    say("")
    try {
      const answer = await fetch(optionsAt, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ interaction: form.elements.interaction.value })
      })
      if (answer.status === 401 || answer.status === 410) return location.assign(page)
      if (!answer.ok) return say(failed)
      const credential = await sign((await answer.json()).options)
      form.elements.credential.value = JSON.stringify(credential)
      form.submit()
      sent = true
    } catch ({ name }) {
      say(name === "NotAllowedError" || name === "AbortError" ? cancelled : name === "InvalidStateError" ? exists : failed)
    } finally {
      busy = sent
    }
  })
}
`
