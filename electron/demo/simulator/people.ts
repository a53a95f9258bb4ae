/** Brazilian names, numbers and addresses: who the simulated customers are. */
import { fold } from '@contract'
import type { Random } from './random'

const WOMEN = [
  'Adriana',
  'Aline',
  'Amanda',
  'Beatriz',
  'Bianca',
  'Camila',
  'Cláudia',
  'Cristiane',
  'Daniela',
  'Débora',
  'Eduarda',
  'Elaine',
  'Fernanda',
  'Flávia',
  'Gabriela',
  'Giovanna',
  'Heloísa',
  'Isabela',
  'Jéssica',
  'Joana',
  'Juliana',
  'Larissa',
  'Letícia',
  'Lívia',
  'Luana',
  'Luciana',
  'Márcia',
  'Mariana',
  'Michele',
  'Natália',
  'Patrícia',
  'Priscila',
  'Rafaela',
  'Renata',
  'Rosângela',
  'Sabrina',
  'Simone',
  'Tatiane',
  'Vanessa',
  'Viviane',
] as const
const MEN = [
  'Alexandre',
  'André',
  'Antônio',
  'Bernardo',
  'Caio',
  'Carlos',
  'César',
  'Daniel',
  'Diego',
  'Douglas',
  'Edson',
  'Eduardo',
  'Fábio',
  'Felipe',
  'Fernando',
  'Francisco',
  'Guilherme',
  'Gustavo',
  'Henrique',
  'Igor',
  'João',
  'Jorge',
  'José',
  'Leandro',
  'Leonardo',
  'Lucas',
  'Luís',
  'Marcelo',
  'Marcos',
  'Mateus',
  'Murilo',
  'Otávio',
  'Paulo',
  'Pedro',
  'Rafael',
  'Ricardo',
  'Rodrigo',
  'Sérgio',
  'Thiago',
  'Vinícius',
] as const
const FAMILY = [
  'Almeida',
  'Alves',
  'Andrade',
  'Araújo',
  'Azevedo',
  'Barbosa',
  'Barros',
  'Batista',
  'Borges',
  'Campos',
  'Cardoso',
  'Carvalho',
  'Castro',
  'Conceição',
  'Correia',
  'Costa',
  'Cunha',
  'Dias',
  'Duarte',
  'Farias',
  'Fernandes',
  'Ferreira',
  'Figueiredo',
  'Freitas',
  'Garcia',
  'Gomes',
  'Gonçalves',
  'Leite',
  'Lima',
  'Lopes',
  'Machado',
  'Marques',
  'Martins',
  'Medeiros',
  'Melo',
  'Mendes',
  'Monteiro',
  'Moraes',
  'Moreira',
  'Moura',
  'Nascimento',
  'Nogueira',
  'Nunes',
  'Oliveira',
  'Pereira',
  'Pinto',
  'Queiroz',
  'Ramos',
  'Rezende',
  'Ribeiro',
  'Rocha',
  'Rodrigues',
  'Sampaio',
  'Santana',
  'Santos',
  'Silva',
  'Siqueira',
  'Souza',
  'Tavares',
  'Teixeira',
  'Vieira',
] as const
/** Area code and a city that has it. */
const PLACES = [
  ['11', 'São Paulo/SP'],
  ['11', 'Guarulhos/SP'],
  ['19', 'Campinas/SP'],
  ['16', 'Ribeirão Preto/SP'],
  ['21', 'Rio de Janeiro/RJ'],
  ['21', 'Niterói/RJ'],
  ['27', 'Vitória/ES'],
  ['31', 'Belo Horizonte/MG'],
  ['31', 'Contagem/MG'],
  ['34', 'Uberlândia/MG'],
  ['41', 'Curitiba/PR'],
  ['43', 'Londrina/PR'],
  ['48', 'Florianópolis/SC'],
  ['47', 'Joinville/SC'],
  ['51', 'Porto Alegre/RS'],
  ['54', 'Caxias do Sul/RS'],
  ['61', 'Brasília/DF'],
  ['62', 'Goiânia/GO'],
  ['65', 'Cuiabá/MT'],
  ['67', 'Campo Grande/MS'],
  ['71', 'Salvador/BA'],
  ['79', 'Aracaju/SE'],
  ['81', 'Recife/PE'],
  ['85', 'Fortaleza/CE'],
  ['91', 'Belém/PA'],
  ['92', 'Manaus/AM'],
  ['98', 'São Luís/MA'],
] as const
const STREETS = [
  'Rua das Acácias',
  'Rua XV de Novembro',
  'Avenida Brasil',
  'Rua Sete de Setembro',
  'Rua Dom Pedro II',
  'Avenida Getúlio Vargas',
  'Rua Santos Dumont',
  'Rua Tiradentes',
  'Alameda dos Ipês',
  'Rua José Bonifácio',
  'Travessa do Comércio',
  'Rua Marechal Deodoro',
  'Avenida Independência',
  'Rua Barão do Rio Branco',
  'Rua das Palmeiras',
] as const
const DISTRICTS = [
  'Centro',
  'Jardim América',
  'Vila Nova',
  'Boa Vista',
  'Santa Rita',
  'São José',
  'Bela Vista',
  'Campo Belo',
] as const

export interface Person {
  name: string
  first: string
  female: boolean
  /** Country and area code first, digits only. */
  number: string
  city: string
  /** Street, number, district. */
  address: string
  email: string
}

/**
 * A mobile number that exists on the simulated network: never ends in 0000 or 9999, which have a meaning there
 * (see ./numbers.ts).
 */
export function mobileNumber(random: Random, area: string): string {
  const last = random.int(1, 9_998)
  return `55${area}9${random.int(6, 9)}${String(random.int(0, 999)).padStart(3, '0')}${String(last).padStart(4, '0')}`
}

/** Somebody new. */
export function person(random: Random): Person {
  const female = random.chance(0.55)
  const first = random.pick(female ? WOMEN : MEN)
  const last = random.pick(FAMILY)
  const middle = random.chance(0.3) ? `${random.pick(FAMILY)} ` : ''
  const [area, city] = random.pick(PLACES)
  const mail = random.pick(['exemplo.com', 'correio.example', 'caixa.example'])
  return {
    first,
    female,
    name: `${first} ${middle}${last}`,
    number: mobileNumber(random, area),
    city,
    address: `${random.pick(STREETS)}, ${random.int(12, 2_480)}, ${random.pick(DISTRICTS)}`,
    email: `${fold(first)}.${fold(last)}@${mail}`,
  }
}
