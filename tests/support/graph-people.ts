/**
 * People as Meta's Graph API tells of them: an id beside the phone, a user name, and no phone at all of those who do not
 * show it.
 */
interface GraphPerson {
  user_id: string
  parent_user_id?: string
  username?: string
  /** Their phone is left out wherever it would stand. */
  isHidden?: boolean
}

export class GraphPeople {
  readonly #people = new Map<string, GraphPerson>()

  /** From now on the double tells of a phone's owner like this. */
  set(phone: string, person: GraphPerson): void {
    this.#people.set(phone, person)
  }

  #at(address: string): [phone: string, person: GraphPerson | undefined] {
    const known = [...this.#people].find(([phone, { user_id }]) => [phone, user_id].includes(address))
    return known ?? [address, undefined]
  }

  /** Who wrote a message. */
  sender(phone: string): { from: string } {
    const person = this.#people.get(phone)
    if (!person) return { from: phone }
    const { user_id, parent_user_id, isHidden } = person
    const ids = { from_user_id: user_id, ...(parent_user_id ? { from_parent_user_id: parent_user_id } : {}) }
    return Object.assign({ from: phone, ...ids }, isHidden ? { from: undefined } : {}) as { from: string }
  }

  /** What stands beside the messages of a delivery. */
  contact(phone: string, name: string) {
    const person = this.#people.get(phone)
    const { user_id, parent_user_id, username, isHidden } = person ?? {}
    return {
      ...(isHidden ? {} : { wa_id: phone }),
      ...(user_id ? { user_id } : {}),
      ...(parent_user_id ? { parent_user_id } : {}),
      profile: { name, ...(username ? { username } : {}) },
    }
  }

  /** Whom a status is about. */
  recipient(to: string) {
    const [phone, person] = this.#at(to)
    return {
      ...(person?.isHidden ? {} : { recipient_id: phone }),
      ...(person ? { recipient_user_id: person.user_id } : {}),
    }
  }

  /** What a sending is answered about whom it goes to. @param waId the phone as WhatsApp writes it. */
  answer(to: string, waId: string | undefined) {
    const [, person] = this.#at(to)
    return { input: to, ...(person?.isHidden ? { user_id: person.user_id } : { wa_id: waId ?? to }) }
  }
}
