declare module 'virtual:kitchen-data' {
  const data: import('../../kitchen-data.ts').KitchenData
  export default data
}
