print("d2t")
