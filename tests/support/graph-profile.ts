/** What the double says of its number, and the business profile. */

export interface RawProfile {
  about: string
  address: string
  description: string
  email: string
  websites: string[]
  vertical: string
}

export class GraphProfile {
  /** What is said of the number, besides the number itself. */
  readonly number: Record<string, unknown> = {
    verified_name: 'Padaria Aurora',
    quality_rating: 'GREEN',
    status: 'CONNECTED',
    name_status: 'APPROVED',
    whatsapp_business_manager_messaging_limit: 'TIER_1K',
    throughput: { level: 'STANDARD' },
  }
  /** Fields this version of the API does not know. */
  readonly unknownFields = new Set<string>()
  profile: RawProfile = {
    about: 'Pão quente o dia todo',
    address: 'Rua das Flores, 10',
    description: '',
    email: 'oi@aurora.example',
    websites: ['https://aurora.example/'],
    vertical: 'RETAIL',
  }

  /** What is asked for of the number; null when a field is not known. */
  describe(fields: string): Record<string, unknown> | null {
    const wanted = fields.split(',')
    if (wanted.some(field => this.unknownFields.has(field))) return null
    return Object.fromEntries(Object.entries(this.number).filter(([field]) => wanted.includes(field)))
  }

  /** Only the fields that are asked for, and without those that are empty. */
  read(fields: string) {
    const wanted = fields.split(',')
    const known = Object.entries(this.profile).filter(
      ([field, value]) => wanted.includes(field) && value.length > 0,
    )
    return { data: [{ ...Object.fromEntries(known), messaging_product: 'whatsapp' }] }
  }

  write({ messaging_product: _m, ...given }: Record<string, unknown>): void {
    Object.assign(this.profile, given)
  }
}
