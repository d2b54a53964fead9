declare module 'virtual:kitchen-data' {
  const data: import('./kitchen-words').KitchenData
  export default data
}
